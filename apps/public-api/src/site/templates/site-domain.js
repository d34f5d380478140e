/* global document, getSelection, location, navigator, setTimeout -- this file runs in browsers */

for (const button of document.querySelectorAll('[data-copy]')) {
  const [label] = button.childNodes;
  const text = button.parentElement.querySelector('.code');
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text.textContent);
      label.data = 'Copied';
    } catch {
      // Selected, the reader can copy it.
      getSelection().selectAllChildren(text);
      label.data = 'Selected';
    }
  });
}

if (document.getElementById('domain-again')) setTimeout(() => location.reload(), 2_000);
