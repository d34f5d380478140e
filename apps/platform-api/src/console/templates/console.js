/* global document, HTMLElement, history, location, navigator, sessionStorage, URL, Blob -- this file runs in browsers */

const kept = 'linked-result';

// What a person has confirmed with the second factor is sent at once.
document.querySelector('form[data-send-at-once]')?.requestSubmit();

takeLinkedResult();

for (const button of document.querySelectorAll('[data-copy], [data-download]')) button.hidden = false;

// A file becomes the text of its field, which the person sees before sending it.
for (const file of document.querySelectorAll('[data-fills]')) {
  file.closest('[data-file]').hidden = false;
  file.addEventListener('change', async () => {
    const [chosen] = file.files;
    if (chosen) document.getElementById(file.dataset.fills).value = await chosen.text();
  });
}

document.addEventListener('click', async ({ target }) => {
  const button = target instanceof HTMLElement && target.closest('[data-copy], [data-download]');
  if (!button) return;
  const { copy, download, done } = button.dataset;
  const { textContent: text } = document.getElementById(copy ?? button.dataset.of);
  try {
    if (copy === undefined) save(text, download);
    else await navigator.clipboard.writeText(text);
    button.textContent = done;
  } catch {
    // Without the clipboard the person selects the text, which is on the page.
    document.getSelection().selectAllChildren(document.getElementById(copy ?? button.dataset.of));
  }
});

/**
 * A link to the form that attaches a result has its capability after the `#`, which browsers send to no server. It leaves the
 * address at once, and is kept in this tab while the person signs in.
 */
function takeLinkedResult() {
  const field = document.querySelector('[data-from-link] #address');
  const signIn = document.querySelector('[data-with-link]');
  if (!field && !signIn) return;
  const [, linked] = /^#([\w-]{48})$/.exec(location.hash) ?? [];
  if (linked) history.replaceState(null, '', location.pathname);
  if (field) {
    const before = taken();
    fillIn(field, linked ?? before);
  } else if (linked && isKept(linked)) {
    signIn.hidden = false;
    document.querySelector('[data-without-link]').hidden = true;
  }
}

function fillIn(field, linked) {
  if (!linked || field.value) return;
  field.value = linked;
  document.getElementById('from-link').hidden = false;
}

/** A browser can refuse to store anything: then the page goes on saying that the link must be followed again. */
function isKept(linked) {
  try {
    sessionStorage.setItem(kept, linked);
    return true;
  } catch {
    return false;
  }
}

function taken() {
  try {
    const linked = sessionStorage.getItem(kept);
    sessionStorage.removeItem(kept);
    return linked;
  } catch {
    return null;
  }
}

function save(text, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
