/* global document, fetch -- this file runs in browsers */

// The page is the same for everyone. Without the hint no person is signed in, and the script asks nothing.
const menu = document.getElementById('account');
const parts = [menu, ...document.querySelectorAll('[data-signed-in]')];

async function personHere() {
  const { hint, probe } = menu.dataset;
  if (!document.cookie.split('; ').includes(`${hint}=1`)) return undefined;
  try {
    const response = await fetch(probe, { headers: { accept: 'application/json' } });
    const person = await response.json();
    return person.authenticated ? person : undefined;
  } catch {
    // The site works without knowing who is there.
    return undefined;
  }
}

async function show() {
  const person = await personHere();
  if (person) {
    const name = person.name || person.email || 'you';
    menu.querySelector('.initial').textContent = [...name][0].toUpperCase();
    menu.querySelector('.name').textContent = name;
    const address = menu.querySelector('.address');
    address.textContent = person.email;
    address.hidden = person.email === '';
  }
  for (const part of parts) part.hidden = person === undefined;
}

for (const leaving of ['click', 'focusin'])
  document.addEventListener(leaving, ({ target }) => {
    if (!menu.contains(target)) menu.open = false;
  });
menu.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !menu.open) return;
  menu.open = false;
  menu.querySelector('summary').focus();
});
// A page that the browser kept may be from before a sign-out.
globalThis.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void show();
});
await show();
