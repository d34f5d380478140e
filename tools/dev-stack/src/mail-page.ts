import { emblemSvg } from '@governance/design';
import { type StoredMail } from '@governance/testing';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and attribute values. */
function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Plain text with clickable URLs; a full stop after one is not part of it. */
function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
    .map((part, index) => {
      const safe = escape(part);
      return index % 2 === 0 ? safe : `<a href="${safe}" target="_blank" rel="noreferrer">${safe}</a>`;
    })
    .join('');
}

function layout({
  title,
  head = '',
  tools = '',
  content,
}: {
  title: string;
  head?: string;
  tools?: string;
  content: string;
}): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title>
<link rel="stylesheet" href="/mailbox.css">${head}</head>
<body><header>${emblemSvg({ size: 36 })}<a href="/">Mailbox</a>${tools}</header><main>${content}</main></body>
</html>
`;
}

function entry({ id, to, subject, date }: StoredMail): string {
  const time = `<time datetime="${date}">${date.slice(0, 19).replace('T', ' ')} UTC</time>`;
  return `<li><a href="/messages/${id}"><strong>${escape(subject || '(no subject)')}</strong>${time}<span>to ${escape(to.join(', '))}</span></a></li>`;
}

/** The list of messages, which refreshes itself. */
export function listPage(newestFirst: readonly StoredMail[]): string {
  const list = newestFirst.length
    ? `<ol class="card list">${newestFirst.map(entry).join('')}</ol>`
    : '<p class="card empty">No messages yet. What the services send arrives here.</p>';
  const tools = '<form method="post" action="/clear"><button>Delete all</button></form>';
  const head = '<meta http-equiv="refresh" content="5">';
  const title = `Mailbox (${newestFirst.length})`;
  return layout({ title, head, tools, content: `<h1>Messages</h1>${list}` });
}

function bodies({ id, html, text }: StoredMail): string {
  const frame = `<h2>HTML</h2><div class="card"><iframe title="HTML of the message" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/messages/${id}/html"></iframe></div>`;
  return `${html ? frame : ''}<h2>Text</h2><div class="card"><pre>${text ? linked(text) : 'No text part.'}</pre></div>`;
}

function files({ id, attachments }: StoredMail): string {
  const items = attachments.map(
    ({ filename, contentType, size }, index) =>
      `<li><a href="/api/messages/${id}/attachments/${index}">${escape(filename)}</a> <span class="muted">${escape(contentType)}, ${Math.ceil(size / 1024)} KB</span></li>`,
  );
  return items.length ? `<h2>Attachments</h2><ul class="files">${items.join('')}</ul>` : '';
}

export function messagePage(mail: StoredMail): string {
  const { id, from, to, subject, date } = mail;
  const facts = { From: from, To: to.join(', '), Date: date };
  const list = Object.entries(facts).map(([name, value]) => `<dt>${name}</dt><dd>${escape(value)}</dd>`);
  const content = `<h1>${escape(subject || '(no subject)')}</h1><dl>${list.join('')}</dl>${files(mail)}${bodies(mail)}
<p><a href="/api/messages/${id}/raw">Source</a> · <a href="/api/messages/${id}">JSON</a></p>`;
  return layout({ title: subject, content });
}

export function missingPage(): string {
  return layout({
    title: 'Not found',
    content: '<h1>Not found</h1><p>This message does not exist or was deleted.</p>',
  });
}
