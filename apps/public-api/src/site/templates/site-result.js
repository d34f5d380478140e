/* global document, print -- this file runs in browsers */
import './domain.js';

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
