// What the documentation shows to type exists, also where no test runs it: every command of
// costruct and costruct-mail, in a block or within a line, has options that `costruct COMMAND
// --help` has; configs and tools that are named are there, settings by --set are taken, and cmake's
// presets are ours. Configs in indented blocks are taken by `costruct validate`.
//   node tests/readme/shown_commands.mjs SOURCE_FOLDER FOLDER_OF_PROGRAMS
import {spawnSync} from "node:child_process";
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";

const [source, bin] = process.argv.slice(2);
const docs = join(source, "docs");
const pages = [
  "README.md",
  ...readdirSync(docs, {recursive: true})
      .filter((name) => name.endsWith(".md"))
      .map((name) => `docs/${name}`),
].filter((page) => !/^docs\/(decisions|record)\//.test(page));  // decisions are of their day

// Code of a page, with the number of its line: blocks, and spans that begin with a name of ours.
function codeOf(page) {
  const code = [];
  let fenced = false;
  readFileSync(join(source, page), "utf8").split("\n").forEach((line, i) => {
    if (/^```/.test(line)) fenced = !fenced;
    else if (fenced || /^ {4}/.test(line)) code.push([i + 1, line]);
    else
      for (const [, span] of line.matchAll(/`([^`]+)`/g))
        if (/^(costruct|costruct-mail|mpirun|node|tools\/\S+|cmake) /.test(span))
          code.push([i + 1, span]);
  });
  return code;
}

// The simple commands of a line of a shell, as words; comments, what is quoted, and redirections
// go.
function commandsOf(line) {
  const plain = line.replace(/(^|\s)#.*/, "")
                    .replace(/\$\([^)]*\)/g, "X")
                    .replace(/[0-9]?(>>?|<)\s*\S+/g, " ");
  return plain.split(/\|\||&&|[|;]|\bdo\b|\bthen\b/)
      .map((part) => part.match(/"[^"]*"|'[^']*'|[^\s"']\S*/g) ?? []);
}

const helps = new Map();
function helpOf(program, command) {
  const key = `${program} ${command}`;
  if (!helps.has(key))
    helps.set(key, spawnSync(join(bin, program), [command, "--help"], {encoding: "utf8"}));
  return helps.get(key);
}

let faults = 0;
let commands = 0;
const settings = new Map();  // config and settings -> where
function fault(where, what) {
  ++faults;
  console.error(`${where}: ${what}`);
}

function checkOptions(where, program, words) {
  const command = words[0];
  if (!/^[a-z]+$/.test(command ?? "")) return;  // `costruct --version`, or prose
  ++commands;
  const help = helpOf(program, command);
  if (help.status !== 0 || !help.stdout.includes(`Usage: ${program} ${command} `))
    return fault(where, `${program} has no command ${command}`);
  for (const word of words.slice(1)) {
    const option = /^(--?[a-z][a-z-]*)/.exec(word)?.[1];
    if (option && !new RegExp(`(^|[\\s,])${option}(?![a-z-])`, "m").test(help.stdout))
      fault(where, `${program} ${command} has no option ${option}`);
  }
}

function checkPaths(where, words) {
  for (const word of words) {
    const path = word.replace(/^.*=/, "").replace(/[.,:]$/, "");
    if (!/^(configs|tools|examples)\/[\w./-]+$/.test(path) || /[A-Z]{3}/.test(path)) continue;
    if (!existsSync(join(source, path))) fault(where, `no ${path}`);
  }
}

function noteSettings(where, words) {
  const config = words.find((word) => /^configs\/[\w-]+\.json$/.test(word));
  const given = words.flatMap(
      (word, i) => (word === "--set" ? [words[i + 1].replace(/^(["'])(.*)\1$/, "$2")] : []));
  if (!config || !existsSync(join(source, config)) ||
      given.some((text) => /PATH|=\.\.\.|=[A-Z]+$/.test(text)))
    return;
  settings.set(JSON.stringify([config, ...given]), where);
}

// Whole configs in indented blocks: what begins with { and is JSON at the end of some line, with a
// problem.
function configsOf(page) {
  const lines = readFileSync(join(source, page), "utf8").split("\n");
  return lines.flatMap((line, i) => {
    if (!/^ {4}\{"(problem|name)"/.test(line)) return [];
    for (let end = i + 1; end <= lines.length && /^ {4}/.test(lines[end - 1]); ++end) {
      try {
        return [[i + 1, JSON.parse(lines.slice(i, end).join("\n"))]];
      } catch {
      }  // goes on in the next line
    }
    fault(`${page}:${i + 1}`, "a config that is no JSON");
    return [];
  });
}

function checkConfig(where, config) {
  const folder = mkdtempSync(join(tmpdir(), "shown_config."));
  const file = join(folder, "config.json");
  writeFileSync(file, JSON.stringify(config));
  const found = spawnSync(join(bin, "costruct"), ["validate", file], {encoding: "utf8"});
  if (found.status !== 0) fault(where, found.stderr.trim());
  rmSync(folder, {recursive: true});
}

const presets = JSON.parse(readFileSync(join(source, "CMakePresets.json"), "utf8"));
const presetNames = new Set([
  ...presets.configurePresets, ...presets.buildPresets, ...(presets.testPresets ?? [])
].map((each) => each.name));

let configs = 0;
for (const page of pages) {
  for (const [line, config] of configsOf(page)) {
    ++configs;
    checkConfig(`${page}:${line}`, config);
  }
  for (const [line, code] of codeOf(page)) {
    const where = `${page}:${line}`;
    for (const words of commandsOf(code)) {
      const at = words.findIndex((word) => /(^|\/)costruct(-mail)?$/.test(word));
      const isOurs =
          at >= 0 && (at === 0 || /^(mpirun|time|\/usr\/bin\/time|\$|[A-Z_]+=.*)$/.test(words[0]));
      if (isOurs) checkOptions(where, words[at].replace(/.*\//, ""), words.slice(at + 1));
      if (isOurs || /^(node|python3|bash|tools\/.*)$/.test(words[0] ?? ""))
        checkPaths(where, words);
      if (isOurs) noteSettings(where, words.slice(at));
      const preset = words[0] === "cmake" || words[0] === "ctest" ?
          words[words.indexOf("--preset") + 1] :
          null;
      if (preset && words.includes("--preset") && !/^[A-Z]+$/.test(preset) &&
          !presetNames.has(preset))
        fault(where, `no preset ${preset}`);
    }
  }
}
for (const [text, where] of settings) {
  const [config, ...given] = JSON.parse(text);
  const args = ["validate", config, ...given.flatMap((setting) => ["--set", setting])];
  const found = spawnSync(join(bin, "costruct"), args, {cwd: source, encoding: "utf8"});
  if (found.status !== 0) fault(where, `costruct ${args.join(" ")}: ${found.stderr.trim()}`);
}
if (commands < 100 || settings.size < 5 || configs < 5)
  fault(
      "docs",
      `only ${commands} commands, ${settings.size} configs of ours and ${
          configs} on the pages were found`);
console.log(`${commands} commands, ${settings.size} configs of ours, ${configs} on the pages, ${
    faults} faults`);
process.exitCode = faults > 0 ? 1 : 0;
