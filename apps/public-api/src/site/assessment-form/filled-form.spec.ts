import { publishedRubrics } from '@governance/rubric';
import { FilledForm } from './filled-form';

const questions = publishedRubrics.current.questions.filter(({ modes }) => modes.includes('msp-self'));
const complete = Object.fromEntries(questions.map(({ id }) => [`answers.${id}`, '2']));

function fill(fields: Record<string, string>): FilledForm {
  return new FilledForm(new URLSearchParams(fields));
}

describe('FilledForm', () => {
  it('becomes a submission when every question of the mode is answered', () => {
    const form = fill({
      mode: 'msp-self',
      ...complete,
      submitterEmail: ' assessor@example.com ',
      notes: ' a note ',
      organizationName: ' Acme  Ltd ',
    });
    expect(form.problems).toEqual([]);
    expect(form.submission).toMatchObject({
      mode: 'msp-self',
      rubricVersion: '1.1.0',
      answers: Object.fromEntries(questions.map(({ id }) => [id, 2])),
      submitterEmail: 'assessor@example.com',
      notes: 'a note',
      organizationName: 'Acme Ltd',
    });
  });

  it('has no address, notes and name when their fields are empty', () => {
    const { submission } = fill({ ...complete, submitterEmail: ' ', notes: '\r\n', organizationName: ' ' });
    expect(submission).toMatchObject({
      submitterEmail: undefined,
      notes: undefined,
      organizationName: undefined,
    });
  });

  it('asks for a reminder only when its box is checked', () => {
    const asked = { ...complete, submitterEmail: 'assessor@example.com', renewalReminder: 'true' };
    expect(fill(asked).submission).toMatchObject({ renewalReminder: true });
    for (const renewalReminder of ['', 'false'])
      expect(fill({ ...asked, renewalReminder }).submission.renewalReminder).toBeUndefined();
  });

  it('names each question without an answer by its number on the page', () => {
    const [first, , third] = questions;
    const fields = { ...complete, [`answers.${first?.id ?? ''}`]: '', [`answers.${third?.id ?? ''}`]: '4' };
    expect(fill(fields).problems).toEqual([
      { field: `q-${first?.id ?? ''}`, text: 'Choose an answer', number: 1 },
      { field: `q-${third?.id ?? ''}`, text: 'Choose an answer', number: 3 },
    ]);
  });

  it.each([
    ['submitterEmail', 'assessor@', /^Enter an email address/],
    ['submitterEmail', 'a"b@example.com', /^Enter an email address/],
    ['notes', 'x'.repeat(10_001), /^Shorten the notes/],
    ['organizationName', 'www.acme', /^Enter 2 to 100 Latin letters/],
    ['renewalReminder', 'true', /^Enter an email address for the reminder/],
  ])('ties what is wrong with %s to its field', (field, value, text) => {
    expect(fill({ ...complete, [field]: value }).problems).toEqual([
      { field, text: expect.stringMatching(text) as unknown },
    ]);
  });

  it('counts a line end of the notes as one character, as the browser does', () => {
    expect(fill({ ...complete, notes: `${'x'.repeat(4_999)}\r\n`.repeat(2) }).problems).toEqual([]);
  });

  it('leaves out what the form does not have: other questions, scores, members of objects', () => {
    const { submission } = fill({
      ...complete,
      'answers.nothing': '3',
      'answers.__proto__': '3',
      score: '100',
    });
    expect(submission.answers).toEqual(Object.fromEntries(questions.map(({ id }) => [id, 2])));
    expect(Object.keys(submission)).not.toContain('score');
  });

  it('takes the answers of the mode, and falls back on what the API would', () => {
    expect(fill({ mode: 'client-on-behalf' }).questions.map(({ id }) => id)).toContain('ops-joint-contacts');
    expect(fill({ mode: 'self' }).mode).toBe('msp-self');
    expect(fill({ rubricVersion: '0.0.1' }).rubric.version).toBe('1.1.0');
  });

  it('keeps the name of its sheet, and makes one where there is none', () => {
    const key = '5d0b62b0-8a55-4b0c-8f63-6c4d0c8e2f10';
    expect(fill({ key }).key).toBe(key);
    expect(fill({ key: 'short' }).key).toMatch(/^[\w-]{36}$/);
  });

  it('has no problem yet when it is empty', () => {
    expect(FilledForm.empty('client-on-behalf', 'key-of-the-sheet').problems).toEqual([]);
  });
});
