/* global document, location -- this file runs in browsers */
import {
  draftAddress,
  dropDraft,
  hasRoom,
  isBegun,
  keepDraft,
  listDrafts,
  newDraftName,
  readDraft,
} from './draft.js';
import { forgetResult, rememberedResults } from './remembered.js';
import { draftFile, fileNameOf, NotADraft, readDraftFile, saveFile } from './draft-file.js';

const list = document.getElementById('drafts');
const begin = document.querySelector('form.choose');
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });
const titles = Object.fromEntries(
  [...document.querySelectorAll('.mode')].map((label) => [
    label.querySelector('input').value,
    label.querySelector('.name').textContent,
  ]),
);

function titleOf({ mode, client, name }) {
  const title = client === '' ? titles[mode] : client;
  return name.includes(':again:') ? `${title}, from an earlier result` : title;
}

function button(text, label, onClick) {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'quiet button';
  made.textContent = text;
  made.setAttribute('aria-label', label);
  made.addEventListener('click', onClick);
  return made;
}

function entry(draft) {
  const title = titleOf(draft);
  const item = document.createElement('li');
  const go = document.createElement('a');
  go.className = 'button';
  go.href = draftAddress(draft);
  go.textContent = `Continue: ${title}`;
  const state = document.createElement('span');
  state.className = 'aside';
  state.textContent = `${Object.keys(draft.answers).length} answered, ${moment.format(draft.savedAt)}`;
  const discard = button('Discard', `Discard the answers: ${title}`, () => {
    dropDraft(draft.name);
    show();
    document.querySelector('.mode input:checked').focus();
  });
  const save = button('Save as file', `Save as file: ${title}`, () => {
    saveFile(draftFile(draft), fileNameOf(draft));
  });
  item.append(go, discard, save, state);
  return item;
}

function resultEntry(result) {
  const item = document.createElement('li');
  const go = document.createElement('a');
  go.href = result.path;
  go.textContent = `${result.headline} (${result.day})`;
  const forget = button('Forget', `Forget the result of ${result.day}`, () => {
    forgetResult(result);
    show();
    document.querySelector('.mode input:checked').focus();
  });
  item.append(go, forget);
  return item;
}

function show() {
  list.replaceChildren(...listDrafts().map(entry));
  document.getElementById('resume').hidden = list.children.length === 0;
  const results = rememberedResults();
  document.getElementById('results').replaceChildren(...results.map(resultEntry));
  document.getElementById('results-here').hidden = results.length === 0;
}

function say(id, text) {
  const place = document.getElementById(id);
  place.textContent = text;
  place.hidden = text === '';
}

async function open(file) {
  say('import-error', '');
  say('import-done', '');
  try {
    const draft = await readDraftFile(file);
    const name = newDraftName(draft.mode);
    if (!keepDraft(name, draft)) throw new NotADraft('This browser does not keep drafts.');
    show();
    say('import-done', `Added: ${titleOf({ ...draft, name })}. Continue it in the list above.`);
  } catch (error) {
    if (!(error instanceof NotADraft)) throw error;
    say('import-error', error.message);
  }
}

/** A draft that was begun stays: a new sheet gets a name of its own. */
begin.addEventListener('submit', (event) => {
  const mode = begin.elements.mode.value;
  if (!isBegun(readDraft(mode))) return;
  event.preventDefault();
  location.assign(draftAddress({ name: newDraftName(mode), mode, path: '' }));
});
document.getElementById(hasRoom() ? 'kept-here' : 'kept-nowhere').hidden = false;
document.getElementById('import').hidden = false;
document.getElementById('draft-file').addEventListener('change', ({ target }) => {
  const [file] = target.files;
  target.value = '';
  if (file) void open(file);
});
show();
