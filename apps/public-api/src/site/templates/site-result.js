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

/** The page says whether the mail was sent, also after it was loaded. It asks for the status less and less often. */
const delivery = document.getElementById('delivery');
const statusPath = `${location.pathname.replace('/results/', '/api/results/')}/delivery`;
const shownStatus = () => delivery?.querySelector('[data-pending]')?.dataset.pending;
for (let pauseMs = 1_000; shownStatus(); pauseMs = Math.min(2 * pauseMs, 60_000)) {
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  try {
    const answer = await fetch(statusPath);
    if (!answer.ok || (await answer.json()).status === shownStatus()) continue;
    const page = await (await fetch(location.pathname)).text();
    const now = new DOMParser().parseFromString(page, 'text/html').getElementById('delivery');
    if (now) delivery.replaceChildren(...now.children);
  } catch {
    // Offline, or between two releases: the next turn asks again.
  }
}
