/* global document -- this file runs in browsers */
import { dropDraft, readDraft } from './draft.js';

const list = document.getElementById('drafts');
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

for (const label of document.querySelectorAll('.mode')) {
  const mode = label.querySelector('input').value;
  const { answers, savedAt } = readDraft(mode);
  const count = Object.keys(answers).length;
  if (count > 0)
    list.append(entry({ mode, title: label.querySelector('.name').textContent, count, savedAt }));
}
showOrHide();

function entry({ mode, title, count, savedAt }) {
  const item = document.createElement('li');
  const go = document.createElement('a');
  go.className = 'button';
  go.href = `?mode=${mode}`;
  go.textContent = `Continue: ${title}`;
  const state = document.createElement('span');
  state.className = 'aside';
  state.textContent = `${count} answered, ${moment.format(savedAt)}`;
  const discard = document.createElement('button');
  discard.type = 'button';
  discard.className = 'quiet button';
  discard.textContent = 'Discard';
  discard.setAttribute('aria-label', `Discard the answers: ${title}`);
  discard.addEventListener('click', () => {
    dropDraft(mode);
    item.remove();
    showOrHide();
    document.querySelector('.mode input:checked').focus();
  });
  item.append(go, discard, state);
  return item;
}

function showOrHide() {
  document.getElementById('resume').hidden = list.children.length === 0;
}
