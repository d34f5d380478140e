/* global addEventListener, document, history, location, matchMedia, FormData -- this file runs in browsers */
import { draftNameIn, dropDraft, isBegun, keepDraft, readDraft } from './draft.js';
import { describedBy, openAround, OwnEvidence } from './own-evidence.js';
import { showReview } from './review.js';
import { Saving } from './saving.js';
import { Sending, SendingFailed } from './sending.js';
import { focusOn, Steps } from './steps.js';

const form = document.getElementById('assessment');
const { mode, version, api, saves } = form.dataset;
/** A campaign's sheet is saved at the service, and no other sheet is. */
const saving = saves === undefined ? undefined : new Saving(form);
const outcome = document.getElementById('outcome');
const submit = document.getElementById('submit');
const questions = [...form.querySelectorAll('.question')].map((element) => ({
  element,
  id: element.id.replace(/^q-/, ''),
  number: element.querySelector('.number').textContent,
  step: element.closest('.step'),
}));
const own = new OwnEvidence(
  form,
  questions.map(({ id }) => id),
);
const sending = new Sending(api);
/** A form that began from a result has a draft of its own, so that no other draft is lost. */
const before = form.elements.before?.value ?? '';
const draftName = before === '' ? draftNameIn(location.search, mode) : `${mode}:again:${before.slice(0, 12)}`;
/** Who the client is, for the drafts of this browser. Only on the form about clients; never sent. */
const client = document.getElementById('client');
const titleAtFirst = document.title;
/** The draft as this tab last read or wrote it: another tab may change it. */
let seen = readDraft(draftName);

function answers() {
  const given = [...new FormData(form)].filter(([name]) => name.startsWith('answers.'));
  return Object.fromEntries(given.map(([name, value]) => [name.slice('answers.'.length), Number(value)]));
}

/**
 * What the page already holds wins: it is what was sent just now, or what the browser restored. Over the answers of an
 * earlier result, the draft wins: it began from them.
 */
function restore() {
  const draft = readDraft(draftName);
  seen = draft;
  const already = before === '' ? answers() : {};
  for (const { id, element } of questions) {
    if (already[id] !== undefined || draft.answers[id] === undefined) continue;
    const input = element.querySelector(`input[value="${Number(draft.answers[id])}"]`);
    if (input) input.checked = true;
  }
  if (form.elements.notes.value === '') form.elements.notes.value = draft.notes;
  own.restore(draft.evidence ?? {}, before !== '' && draft.evidence !== undefined);
  if (client) client.value = draft.client;
}

function stepsWithMissing() {
  const given = answers();
  return steps.sections.map((section) => ({
    section,
    title: section.querySelector('h2').textContent,
    all: questions.filter(({ step }) => step === section),
    missing: questions.filter(({ id, step }) => step === section && given[id] === undefined),
  }));
}

function showProgress() {
  const parts = stepsWithMissing();
  for (const { section, all, missing } of parts.filter((part) => part.all.length > 0)) {
    const shown = document.querySelector(`[data-step="${section.id}"]`);
    shown.textContent = `${all.length - missing.length} of ${all.length}`;
    shown.closest('li').classList.toggle('done', missing.length === 0);
    shown.closest('li').querySelector('.stop').textContent =
      missing.length === 0 ? '✓' : String(parts.findIndex((part) => part.section === section) + 1);
  }
  const count = Object.keys(answers()).length;
  document.getElementById('answered').textContent = String(count);
  document.getElementById('meter').value = count;
  document.getElementById('progress').hidden = false;
  showReview(
    questions.map(({ id, element }) => ({
      id,
      label: element.querySelector('input:checked')?.labels[0].textContent,
    })),
  );
}

/** The key to the answers is at hand where there are questions; on a narrow screen it steps aside once it has been read. */
function onStep(section) {
  const heading = section.querySelector('h2').textContent;
  document.title = `${heading} – ${titleAtFirst}`;
  const key = document.querySelector('.key');
  key.hidden = section.id === 'send';
  if (section !== steps.sections[0] && matchMedia('(max-width: 63.99rem)').matches) key.open = false;
}

function clearProblem(element) {
  element.classList.remove('wrong');
  element.removeAttribute('aria-describedby');
  element.querySelector('.error')?.remove();
}

/** Ties a problem to its field, and goes there. */
function showProblem(name, text) {
  const field = form.elements[name];
  const section = field.closest('.step');
  if (section.hidden) {
    // Its own address, so that the link back to this step leads somewhere.
    history.pushState(null, '', `#${section.id}`);
    steps.show(section);
  }
  openAround(field);
  const id = `${name}-error`;
  const message = document.getElementById(id) ?? document.createElement('p');
  message.id = id;
  message.className = 'error';
  message.textContent = text;
  field.before(message);
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', describedBy(name, true));
  field.closest('.field').classList.add('wrong');
  field.focus();
}

function clearFieldProblem(field) {
  field.removeAttribute('aria-invalid');
  field.closest('.field').classList.remove('wrong');
  document.getElementById(`${field.name}-error`)?.remove();
  const described = describedBy(field.name, false);
  if (described === '') field.removeAttribute('aria-describedby');
  else field.setAttribute('aria-describedby', described);
}

/** Takes over what another tab has changed in this draft since `seen`. What this tab has changed stays. */
function takeOver(draft) {
  const given = answers();
  for (const { id, element } of questions) {
    const value = draft.answers[id];
    if (value === undefined || value === seen.answers[id] || given[id] !== seen.answers[id]) continue;
    element.querySelector(`input[value="${Number(value)}"]`).checked = true;
  }
  for (const [field, text, before] of [
    [form.elements.notes, draft.notes, seen.notes],
    [client, draft.client, seen.client],
  ])
    if (field && text !== before && field.value.trim() === before.trim()) field.value = text;
  own.restore(draft.evidence ?? {}, false);
  seen = draft;
}

/** Whether the draft is kept: by this browser, or for a campaign by the service. */
function keep() {
  if (saving) return saving.change();
  const stored = readDraft(draftName);
  if (stored.savedAt > seen.savedAt) takeOver(stored);
  const kept = keepDraft(draftName, {
    answers: answers(),
    notes: form.elements.notes.value,
    evidence: own.read(),
    client: client?.value.trim(),
    path: before === '' ? '' : location.pathname,
  });
  document.getElementById('not-kept').hidden = kept;
  if (kept) seen = readDraft(draftName);
  return kept;
}

const keptHere = 'Your answers are kept in this browser.';
const keptNowhere = 'This browser does not keep your answers: they are lost with this page.';

function showBusy(busy) {
  submit.setAttribute('aria-disabled', String(busy));
  submit.textContent = busy ? 'Scoring…' : 'Send and get your result';
}

/** Shows the first thing that keeps the form from being sent. */
function isIncomplete() {
  const first = stepsWithMissing().flatMap(({ missing }) => missing)[0];
  const { submitterEmail: email, renewalReminder: reminder } = form.elements;
  // Browsers refuse the full width in which East Asian input methods write.
  email.value = email.value.replace(/[\uFF01-\uFF5E]/g, (wide) => wide.normalize('NFKC'));
  if (first) {
    outcome.textContent = 'Some questions are unanswered. They are listed above.';
    focusOn(document.querySelector('#check .open a'));
  } else if (!email.validity.valid) {
    showProblem(email.name, 'Enter an email address such as name@example.com, or leave it empty');
  } else if (reminder?.checked && email.value.trim() === '') {
    showProblem(reminder.name, 'Enter an email address for the reminder, or clear this box');
  } else return false;
  return true;
}

function submission() {
  const { submitterEmail, notes, organizationName, renewalReminder } = form.elements;
  const texts = [submitterEmail, notes, organizationName].map(({ name, value }) => [name, value.trim()]);
  const evidence = own.read();
  return {
    mode,
    rubricVersion: version,
    answers: answers(),
    ...Object.fromEntries(texts.filter(([, text]) => text !== '')),
    ...(renewalReminder?.checked && { renewalReminder: true }),
    ...(Object.keys(evidence).length > 0 && { evidence }),
  };
}

async function send() {
  if (isIncomplete()) return;
  showBusy(true);
  if (saving) {
    await saving.send();
    return;
  }
  try {
    const resultUrl = await sending.send(submission());
    dropDraft(draftName);
    form.reset();
    location.assign(before === '' ? resultUrl : `${resultUrl}/compare/${before}`);
  } catch (error) {
    if (!(error instanceof SendingFailed)) throw error;
    showBusy(false);
    if (error.field) showProblem(error.field, error.message);
    else {
      outcome.textContent = `${error.message} ${keep() ? keptHere : keptNowhere}`;
      outcome.focus();
    }
  }
}

const steps = new Steps(form, onStep);
if (client) {
  document.getElementById('client-field').hidden = false;
  client.addEventListener('input', keep);
}
if (saving) own.mark();
else restore();
showProgress();
showBusy(false);

form.addEventListener('input', ({ target }) => {
  outcome.textContent = '';
  if (target.type === 'radio') clearProblem(target.closest('.question'));
  else clearFieldProblem(target);
  if (target.closest('.own-evidence')) own.mark();
  keep();
  showProgress();
});
// Another tab has this draft open too.
addEventListener('storage', () => {
  if (saving) return;
  const stored = readDraft(draftName);
  if (stored.savedAt <= seen.savedAt) return;
  takeOver(stored);
  showProgress();
});
form.addEventListener('submit', (event) => {
  // The browser sends the form to the page that saves it.
  if (event.submitter?.name === 'save') return;
  event.preventDefault();
  if (submit.getAttribute('aria-disabled') !== 'true') void send();
});

const begun = before === '' && isBegun({ answers: answers(), evidence: own.read() });
const unfinished =
  stepsWithMissing().find(({ missing }) => missing.length > 0)?.section ?? steps.sections.at(-1);
steps.follow(begun ? unfinished : undefined);
document.getElementById('problems')?.focus();
