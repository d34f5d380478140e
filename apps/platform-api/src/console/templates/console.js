/* global document, HTMLElement, navigator, URL, Blob -- this file runs in browsers */

// What a person has confirmed with the second factor is sent at once.
document.querySelector('form[data-send-at-once]')?.requestSubmit();

for (const button of document.querySelectorAll('[data-copy], [data-download]')) button.hidden = false;

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

function save(text, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
