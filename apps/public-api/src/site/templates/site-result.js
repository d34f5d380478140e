/* global document, history, location, print, URL -- this file runs in browsers */
import './domain.js';

/** What became of a request is news once, and not on the page that is kept, shared or loaded again. */
const address = new URL(location.href);
const news = [...address.searchParams].filter(([name, value]) => name === 'sent' || value === 'mailed');
if (news.length > 0) {
  for (const [name] of news) address.searchParams.delete(name);
  history.replaceState(null, '', address);
}

const button = document.getElementById('print');
if (button) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}

const badge = document.getElementById('badge');
badge?.addEventListener('focus', () => badge.select());

/** Paper cannot be opened: everything is printed, and closed again afterwards. */
const closed = new Set();
globalThis.addEventListener('beforeprint', () => {
  for (const part of document.querySelectorAll('details:not([open])')) {
    closed.add(part);
    part.open = true;
  }
});
globalThis.addEventListener('afterprint', () => {
  for (const part of closed) part.open = false;
  closed.clear();
});
