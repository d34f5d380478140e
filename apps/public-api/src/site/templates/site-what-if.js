/* global document, fetch, FormData -- this file runs in browsers */
import { changedAnswers, daysIn, RubricRules, whatIfOutcome } from './rubric.js';

const form = document.getElementById('trial');
const questions = [...form.querySelectorAll('.tried')].map((element) => ({
  element,
  id: element.id.replace(/^q-/, ''),
  was: Number(element.dataset.was),
}));
const { mode } = form.dataset;
const before = Object.fromEntries(questions.map(({ id, was }) => [id, was]));
const byId = (id) => document.getElementById(id);

function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

function trial() {
  const data = new FormData(form);
  const answers = Object.fromEntries(questions.map(({ id }) => [id, Number(data.get(`answers.${id}`))]));
  return { mode, before, answers, days: daysIn(String(data.get('days'))) };
}

/** As the server's template of a step. */
function stepItem({ title, domain, from, to, effort, points, meetsGate }) {
  const what = element('span', 'what', element('b', '', title));
  if (meetsGate) what.append(' ', element('span', 'tag gate', 'Required control'));
  what.append(element('span', 'aside', domain));
  const arrow = element('span', '', '→');
  arrow.setAttribute('aria-hidden', 'true');
  const words = [element('span', 'hidden', 'From '), `${from} `, arrow, element('span', 'hidden', ' to ')];
  const move = element('span', 'move', ...words, ' ', element('b', '', to));
  const cost = element('span', 'cost', effort, element('span', 'aside', `${points} points`));
  return element('li', '', what, move, cost);
}

function domainRow({ title, score, change, belowFloor }) {
  const head = element('th', '', title);
  head.scope = 'row';
  return element(
    'tr',
    belowFloor ? 'low' : '',
    head,
    element('td', '', String(score)),
    element('td', '', change),
  );
}

function showWay(name, { shown, lead, steps }) {
  byId(`${name}-way`).hidden = !shown;
  byId(`${name}-lead`).textContent = lead;
  byId(`${name}-steps`).replaceChildren(...steps.map(stepItem));
}

/** An unchanged status stays silent. */
function showText(id, text) {
  if (byId(id).textContent !== text) byId(id).textContent = text;
}

function showOutcome(outcome) {
  byId('outcome').className = `trial-outcome tier-${outcome.tierSlug}`;
  showText('headline', outcome.headline);
  showText('score', String(outcome.score));
  showText('change', outcome.change);
  showText('tier', outcome.tier);
  byId('decision').className = `decision ${outcome.launchAllowed ? 'yes' : 'no'}`;
  showText('decision', outcome.launchAllowed ? 'Ready to launch' : 'Not ready to launch');
  byId('reasons').replaceChildren(...outcome.reasons.map((reason) => element('li', '', reason)));
  byId('domain-scores').replaceChildren(...outcome.domains.map(domainRow));
  showWay('path', outcome.path);
  showWay('plan', outcome.plan);
}

function showChanges({ answers, days }) {
  for (const { element: fieldset, id, was } of questions) {
    fieldset.classList.toggle('changed', answers[id] !== was);
    fieldset.querySelector('.was').hidden = answers[id] === was;
  }
  const field = form.elements.days;
  const wrong = days === undefined && (field.value.trim() !== '' || field.validity.badInput);
  showText('days-error', wrong ? `Enter a whole number of days from 1 to ${field.max}` : '');
  byId('days-error').hidden = !wrong;
  field.closest('.field').classList.toggle('wrong', wrong);
  field.toggleAttribute('aria-invalid', wrong);
  if (wrong) field.setAttribute('aria-invalid', 'true');
}

function check(answers) {
  for (const { element: fieldset, id } of questions)
    fieldset.querySelector(`input[value="${answers[id]}"]`).checked = true;
}

/** Without the rules, the form works as it does without scripts. */
async function loadRules() {
  const response = await fetch(form.dataset.rubric);
  if (!response.ok) throw new Error(`the rubric was answered with ${response.status}`);
  return new RubricRules(await response.json());
}

const rules = await loadRules();

function show() {
  const tried = trial();
  showChanges(tried);
  showOutcome(whatIfOutcome(rules, tried));
}

byId('calculate').hidden = true;
byId('calculate-days').hidden = true;
form.addEventListener('input', show);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const way = event.submitter?.name === 'make' ? event.submitter.value : undefined;
  if (way) check(changedAnswers(rules, trial(), way));
  show();
  // The button is gone with its changes.
  if (way) byId('outcome-title').focus();
});
byId('reset').addEventListener('click', (event) => {
  event.preventDefault();
  check(before);
  form.elements.days.value = '';
  show();
});
form.dataset.ready = 'true';
// A browser restores what was entered before the page was left.
show();
