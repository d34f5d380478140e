/* global document, getSelection, location, navigator, setTimeout -- this file runs in browsers */

for (const button of document.querySelectorAll('[data-copy]')) {
  const [label] = button.childNodes;
  const text = button.parentElement.querySelector('.code');
  button.hidden = false;
  button.addEventListener('click', () => {
    // A browser that refuses the clipboard, or asks first, leaves the reader with the selection to copy.
    getSelection().selectAllChildren(text);
    label.data = 'Selected';
    navigator.clipboard?.writeText(text.textContent).then(
      () => {
        label.data = 'Copied';
      },
      () => undefined,
    );
  });
}

if (document.getElementById('domain-again')) setTimeout(() => location.reload(), 2_000);
