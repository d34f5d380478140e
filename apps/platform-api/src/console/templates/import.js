/* global document, DOMParser, fetch, TextDecoder, URLSearchParams -- this file runs in browsers */

/** Of one request. */
const mostLines = 500;
/** Of a form of 100 KiB, with room for its other fields. */
const mostBytes = 95_000;

/** A line of the table with its end. A cell in quotation marks can have line breaks. */
const lines = /(?:"[^"]*(?:""[^"]*)*"|[^"\r\n])*(?:\r\n|\n|\r|$)/y;

const form = document.querySelector('form[data-import]');
const file = form.querySelector('#file');
const problem = form.querySelector('#file-error');
const progress = form.querySelector('[data-progress]');
const report = document.getElementById('report');

// Without this script there is the text alone.
form.querySelector('[data-file]').hidden = false;
form.querySelector('[data-text]').open = form.csv.value !== '' || form.csv.hasAttribute('aria-invalid');

form.addEventListener('submit', (event) => {
  const [chosen] = file.files;
  if (!chosen) return;
  event.preventDefault();
  const [button] = form.getElementsByTagName('button');
  button.disabled = true;
  problem.textContent = '';
  file.removeAttribute('aria-invalid');
  send(chosen)
    .catch(({ message }) => refuse(message))
    .finally(() => {
      button.disabled = false;
      progress.hidden = true;
    });
});

/** The parts of a file one after the other, and what became of them. */
async function send(chosen) {
  const text = textIn(await chosen.arrayBuffer());
  const parts = partsOf(text);
  const isWhole = parts.length === 1;
  const [bar, status] = progress.children;
  const total = linesIn(text);
  bar.max = text.length;
  report.replaceChildren();
  progress.hidden = false;
  let sent = 0;
  for (const { csv, skipped, length } of parts) {
    bar.value = sent;
    status.textContent = `Line ${skipped + 1} of ${total}`;
    await sendPart({ csv, skipped, isWhole });
    sent += length;
  }
  report.focus();
}

function textIn(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('The file is not in UTF-8. Save it as “CSV UTF-8”, then choose it again.');
  }
}

/** Each below the first line, as the form takes it. */
function partsOf(text) {
  const [head = '', ...rest] = rowsIn(text);
  const first = linesIn(head);
  const parts = [];
  let part = { csv: head, skipped: 0, length: head.length, lines: 0, size: sizeOf(head) };
  let line = first;
  for (const row of rest) {
    if (part.lines > 0 && (part.lines === mostLines || part.size + sizeOf(row) > mostBytes)) {
      parts.push(part);
      part = { csv: head, skipped: line - first, length: 0, lines: 0, size: sizeOf(head) };
    }
    part.csv += row;
    part.length += row.length;
    part.lines += 1;
    part.size += sizeOf(row);
    line += linesIn(row);
  }
  return [...parts, part];
}

/** What has an open quotation mark is a row too: the server says what is wrong with it. */
function rowsIn(text) {
  const rows = [];
  lines.lastIndex = 0;
  let read = 0;
  while (read < text.length) {
    const [row = text.slice(read)] = lines.exec(text) ?? [];
    rows.push(row);
    read += row.length;
  }
  return rows;
}

function linesIn(text) {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}

/** As the form is sent. */
function sizeOf(row) {
  return new URLSearchParams({ csv: row }).toString().length - 'csv='.length;
}

/** With the fields of the form. */
async function sendPart({ csv, skipped, isWhole }) {
  const { token } = form.elements;
  const body = new URLSearchParams({ token: token.value, csv, skipped });
  const headers = { accept: 'text/html' };
  const call = { method: 'POST', headers, body, redirect: 'manual' };
  const answer = await fetch(form.action, call).catch(() => undefined);
  if (answer?.type === 'opaqueredirect' && isWhole) sendAsForm(csv);
  const page = new DOMParser().parseFromString((await answer?.text()) ?? '', 'text/html');
  if (answer?.ok && page.querySelector('#report section')) add(page.getElementById('report'));
  else throw new Error(`${reasonOf(answer, page)} ${restOf(skipped)}`);
}

/** The browser follows to the sign-in for the second factor, and the console sends the form again. */
function sendAsForm(csv) {
  form.csv.value = csv;
  form.submit();
}

function reasonOf(answer, page) {
  if (answer?.type === 'opaqueredirect')
    return 'Your organization asks for a recent second factor here. Paste the first lines of the file below and import them: you are led to it. Then choose the file again.';
  const [said] = ['#problem li', '#problem p', 'h1']
    .map((selector) => page.querySelector(selector))
    .filter(Boolean);
  return said ? said.textContent.trim().replace(/[^.]$/, '$&.') : 'The console does not answer.';
}

function restOf(skipped) {
  return skipped === 0
    ? 'No line was imported.'
    : `The import stopped after line ${skipped + 1}; the lines before are done. Import the file again: it changes nothing twice.`;
}

/** The report of a further part. */
function add(further) {
  if (!report.firstElementChild) {
    report.replaceChildren(...further.children);
    return;
  }
  for (const count of report.querySelectorAll('[data-count]')) {
    const { textContent: more } = further.querySelector(`[data-count="${count.dataset.count}"]`);
    count.textContent = Number(count.textContent) + Number(more);
  }
  report.querySelector('tbody').append(...further.querySelectorAll('tbody tr'));
  report.querySelector('[data-refused]').hidden = !report.querySelector('tbody tr');
}

function refuse(message) {
  problem.textContent = message;
  file.setAttribute('aria-invalid', 'true');
  file.focus();
}
