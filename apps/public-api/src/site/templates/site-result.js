/* global document, DOMParser, fetch, history, location, print, setTimeout, URL -- this file runs in browsers */
import './domain.js';
import { forgetResult, rememberedResults, rememberResult } from './remembered.js';

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

const remember = document.getElementById('remember');
if (remember) {
  const box = document.getElementById('remembered');
  const result = { path: location.pathname, ...remember.dataset };
  box.checked = rememberedResults().some(({ path }) => path === result.path);
  box.addEventListener('change', () => {
    const kept = box.checked ? rememberResult(result) : forgetResult(result);
    if (!kept) box.checked = !box.checked;
  });
  remember.hidden = false;
}

/** The page says whether the mail was sent, also after it was loaded. It asks less and less often. */
const delivery = document.getElementById('delivery');
for (
  let pauseMs = 1_000;
  delivery?.querySelector('[data-pending]');
  pauseMs = Math.min(2 * pauseMs, 60_000)
) {
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  const answer = await fetch(location.pathname).catch(() => undefined);
  if (!answer?.ok) continue;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const now = page.getElementById('delivery');
  if (!now) break;
  if (now.innerHTML !== delivery.innerHTML) delivery.replaceChildren(...now.children);
}
