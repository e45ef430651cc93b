// The corrected resampled t-test of recorded claims, worked out from the numbers of claims.csv
// alone.
//
// A cell has J pairs, their mean difference d and its standard error e = s/√J by the published
// test. The corrected test has the error e √(1 + J c), with c = n_test / (N - n_test);
// docs/statistics.md says why. The numbers are rounded to four digits, so a verdict whose p is
// within 1 % of alpha is not derived.
const kNone = 'none';
export const kNotKnown = 'not known';
const kEnoughPower = .8, kOnePoint = .01;
const kCosts = ['train_seconds', 'predict_seconds', 'oracle_calls', 'peak_memory'];
const kForms =
    ['less', 'greater', 'no_difference', 'ratio', 'monotone', 'growth', 'value', 'advantage_grows'];

// log Γ(x) for x = k/2 > 0, by the recurrence from Γ(1) and Γ(1/2).
function logGamma(x) {
  let sum = 0;
  for (; x > 1; x -= 1) sum += Math.log(x - 1);
  return x === .5 ? sum + Math.log(Math.PI) / 2 : sum;
}

// ∫ f from a to b by Simpson's rule.
function integral(f, a, b, steps = 4000) {
  const h = (b - a) / steps;
  let sum = f(a) + f(b);
  for (let i = 1; i < steps; ++i) sum += (i % 2 ? 4 : 2) * f(a + i * h);
  return sum * h / 3;
}

// P(T > t) of Student's t for t >= 0. Small tails are integrals of their own, so that they keep
// their digits: with u = √(n / (n + x²)) the density is proportional to u^(n-1) / √(1 - u²), and
// u = end · sin φ.
function upperTail(t, degrees) {
  const scale = Math.exp(logGamma((degrees + 1) / 2) - logGamma(degrees / 2)) / Math.sqrt(Math.PI);
  if (t < 3) {
    const density = x => (1 + x * x / degrees) ** (-(degrees + 1) / 2);
    return .5 - scale / Math.sqrt(degrees) * integral(density, 0, t);
  }
  const end = Math.sqrt(degrees / (degrees + t * t));
  const density = phi =>
      Math.sin(phi) ** (degrees - 1) * Math.cos(phi) / Math.sqrt(1 - (end * Math.sin(phi)) ** 2);
  return scale * end ** degrees * integral(density, 0, Math.PI / 2);
}

// P(T <= t) of Student's t.
export const studentLower = (t, degrees) =>
    t > 0 ? 1 - upperTail(t, degrees) : upperTail(-t, degrees);

// The t with P(T > t) = p <= 1/2.
function studentQuantile(p, degrees) {
  let low = 0, high = 1;
  while (upperTail(high, degrees) > p) high *= 2;
  for (let i = 0; i < 80; ++i) {
    const middle = (low + high) / 2;
    if (upperTail(middle, degrees) > p) low = middle;
    else high = middle;
  }
  return high;
}

// P(Z <= z) of a normal Z, which is Student's with so many degrees of freedom that no digit here
// differs.
const kHalfNormal = z => integral(x => Math.exp(-x * x / 2), 0, z, 400) / Math.sqrt(2 * Math.PI);
const normalLower = z => z > 9 ? 1 : z < -9 ? 0 : .5 + kHalfNormal(z);

// P(T > t) for T noncentral: the normal of numerator and the chi of the denominator, s = √(χ²/n).
function noncentralUpper(t, degrees, noncentrality) {
  const scale = Math.log(2) + degrees / 2 * Math.log(degrees / 2) - logGamma(degrees / 2);
  const density = s =>
      s <= 0 ? 0 : Math.exp(scale + (degrees - 1) * Math.log(s) - degrees * s * s / 2);
  const spread = 8 / Math.sqrt(2 * degrees);
  return integral(
      s => density(s) * normalLower(noncentrality - t * s), Math.max(0, 1 - spread), 1 + spread,
      800);
}

// The power of the two-sided t-test to see a mean difference of `effect` at level alpha.
export function power(effect, error, count, alpha) {
  const degrees = count - 1, critical = studentQuantile(alpha / 2, degrees);
  const away = effect / error;
  return noncentralUpper(critical, degrees, away) + 1 - noncentralUpper(-critical, degrees, away);
}

const formOf = claim => kForms.find(form => form in claim);

// The test that a claim names, or what stands in for it.
function testOf(claim, config) {
  const random = ['resample', 'folds'].includes(config.sweep?.protocol ?? 'resample');
  return claim.test ?? (random ? 'corrected_resampled_t' : 'paired_t');
}

// The correction of a cell, or null where there is no corrected test.
function correctionOf(config, cell, pool) {
  const {protocol = 'resample', holdout, k} = config.sweep ?? {};
  if (/^0 labeled/.test(cell)) return null;
  if (protocol === 'folds') return 1 / (k - 1);
  if (protocol !== 'resample' || holdout === undefined) return null;
  const unlabeled = [...cell.matchAll(/(\d+) unlabeled/g)].map(match => Number(match[1]));
  const scored = holdout === 'unlabeled' ? Math.max(...unlabeled) : holdout;
  if (!(scored > 0)) return null;
  if (!(pool > scored))
    throw new Error(
        `the record does not say how many labeled examples its draws choose from: pool ${pool}`);
  return scored / (pool - scored);
}

// What the test of a form says of a difference with this error: its p and verdict.
function judged(claim, config, row, error) {
  const form = formOf(claim), count = Number(row.count), alpha = claim.alpha ?? .01;
  const given = Number(row.difference), difference = form === 'ratio' ? Math.log(given) : given;
  const lower = shift => studentLower((difference + shift) / error, count - 1);
  const upper = shift => studentLower(-(difference + shift) / error, count - 1);
  const settled = (p, against) =>
      ({p,
        verdict: against < alpha ? 'refuted' :
            p < alpha            ? 'reproduced' :
                                   'undecided',
        against});
  if (form === 'less') return settled(lower(claim.by ?? 0), upper(claim.by ?? 0));
  if (['greater', 'advantage_grows'].includes(form))
    return settled(upper(-(claim.by ?? 0)), lower(-(claim.by ?? 0)));
  if (form === 'ratio') {
    const shift = -Math.log(claim.at_least ?? claim.at_most);
    return 'at_least' in claim ? settled(upper(shift), lower(shift)) :
                                 settled(lower(shift), upper(shift));
  }
  if (form === 'monotone') {
    const falls = claim.direction !== 'rises';
    return settled(falls ? upper(0) : lower(0), falls ? lower(0) : upper(0));
  }
  if (claim.within !== undefined) {
    const {within} = claim;
    return settled(
        Math.max(upper(within), lower(-within)), 2 * Math.min(lower(within), upper(-within)));
  }
  const p = Math.min(1, 2 * Math.min(lower(0), upper(0)));
  if (p < alpha) return {p, verdict: 'refuted', against: p};
  const metric = claim.metric ?? config.metrics[0];
  const effect = claim.effect ?? (kCosts.includes(metric) ? null : kOnePoint);
  const seen = effect === null ? 0 : power(effect, error, count, alpha);
  return {p, verdict: seen >= kEnoughPower ? 'reproduced' : 'undecided', against: p, power: seen};
}

const near = (a, b, share) => Math.abs(a - b) <= share * Math.abs(b);

// A verdict that hangs on the rounding of its numbers.
const isClose = (found, alpha) => near(found.p, alpha, .01) || near(found.against, alpha, .01) ||
    near(found.power ?? 0, kEnoughPower, .005);

// The corrected p and verdict of a cell; those that the draws gave stay.
function correctedCell(claim, config, row, pool) {
  const {corrected_p, corrected_cell_verdict, corrected_from} = row;
  if (corrected_from === 'draws') return {corrected_p, corrected_cell_verdict, corrected_from};
  const as_it_is = {
    corrected_p: row.p,
    corrected_cell_verdict: row.cell_verdict,
    corrected_from: 'draws'
  };
  const has_test = !config.collection && !['growth', 'value'].includes(formOf(claim));
  if (has_test && testOf(claim, config) === 'corrected_resampled_t') return as_it_is;
  const correction = has_test ? correctionOf(config, row.cell, pool) : null;
  if (correction === null)
    return {corrected_p: 'nan', corrected_cell_verdict: kNone, corrected_from: ''};
  const error = Number(row.standard_error), count = Number(row.count);
  // Differences that all agree are settled by their signs, by either test.
  if (row.p === 'nan' || !(count > 1) || !(error > 0)) return as_it_is;
  const plain = judged(claim, config, row, error);
  const found = judged(claim, config, row, error * Math.sqrt(1 + count * correction));
  const monotone = formOf(claim) === 'monotone', alpha = claim.alpha ?? .01;
  if (testOf(claim, config) === 'paired_t') {
    if (!near(plain.p, Number(row.p), .03) && !(plain.p < 1e-12 && Number(row.p) < 1e-12))
      throw new Error(`${row.claim}, ${row.cell}: p = ${row.p}, but its numbers give ${plain.p}`);
    if (!monotone && plain.verdict !== row.cell_verdict && !isClose(plain, alpha))
      throw new Error(
          `${row.claim}, ${row.cell}: ${row.cell_verdict}, but its numbers give ${plain.verdict}`);
  }
  let verdict = found.verdict;
  if (monotone) {
    // What is undecided with the smaller error is undecided with the larger one. Other steps than
    // the ends are not in the record.
    const ends_differ = found.p < alpha;
    verdict =
        row.cell_verdict === 'undecided' || (row.cell_verdict === 'reproduced' && !ends_differ) ?
        'undecided' :
        kNotKnown;
  } else if (isClose(found, alpha)) {
    verdict = kNotKnown;
  }
  return {
    corrected_p: String(Number(found.p.toPrecision(3))),
    corrected_cell_verdict: verdict,
    corrected_from: 'rounded numbers'
  };
}

// The word for a verdict by the published test and by the corrected one.
export const verdictWord = (published, corrected) =>
    published === 'undecided' || [published, kNone, kNotKnown].includes(corrected) ?
    published :
    `${published} as published only`;

function verdictOfCells(verdicts, allow) {
  const number = verdict => verdicts.filter(other => other === verdict).length;
  if (number('refuted') > allow) return 'refuted';
  const enough = number('reproduced') > 0 && verdicts.length - number('reproduced') <= allow;
  return enough ? 'reproduced' : 'undecided';
}

// The verdict of a claim by the corrected verdicts of its cells; `not known` where it hangs on such
// cells.
function correctedClaim(claim, rows) {
  if (rows.every(row => row.corrected_cell_verdict === kNone)) return kNone;
  const with_open = open => verdictOfCells(
      rows.map(
          row => row.corrected_cell_verdict === kNone  ? row.cell_verdict :
              row.corrected_cell_verdict === kNotKnown ? open(row) :
                                                         row.corrected_cell_verdict),
      claim.allow ?? 0);
  const possible =
      new Set([row => row.cell_verdict, () => 'undecided', () => 'reproduced', () => 'refuted'].map(
          with_open));
  return possible.size === 1 ? [...possible][0] : kNotKnown;
}

// The lines of claims.csv of a claim of the config, with the columns of the corrected test.
export function correctedLines(claim, config, rows, pool) {
  const cells = rows.map(row => ({...row, ...correctedCell(claim, config, row, pool)}));
  const corrected_verdict = correctedClaim(claim, cells);
  return cells.map(row => ({
                     ...row,
                     cell_word: verdictWord(row.cell_verdict, row.corrected_cell_verdict),
                     corrected_verdict,
                     word: verdictWord(row.verdict, corrected_verdict),
                   }));
}
