// The anchors that headings of Markdown have on GitHub.

// Of the text of a heading, without its marks: small letters, digits, hyphens and underscores.
const slugOf = text =>
    text.trim().toLowerCase().replace(/[^\p{L}\p{N}_\- ]/gu, '').replaceAll(' ', '-');

// Gives the headings of one page their anchors, in their order: those that come again have a number
// behind them.
export function anchorNamer() {
  const seen = new Map();
  return text => {
    const slug = slugOf(text), times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  };
}
