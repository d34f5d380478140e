import { publishedRubrics } from '@governance/rubric';
import { assessmentView } from './assessment-view';
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

  describe('with evidence', () => {
    const [first = '', second = ''] = questions.map(({ id }) => id);

    it('has that of a submission, in canonical form, and keeps what was typed', () => {
      const form = fill({
        ...complete,
        [`owner.${first}`]: ' Ada ',
        [`note.${first}`]: 'one\r\ntwo',
        [`link.${first}`]: 'https://EXAMPLE.com',
        [`reviewOn.${first}`]: '2027-03-31',
        [`note.${second}`]: ' \r\n',
        'owner.nothing': 'Ada',
      });
      expect(form.problems).toEqual([]);
      const entry = { owner: 'Ada', note: 'one\ntwo', link: 'https://example.com/', reviewOn: '2027-03-31' };
      expect(form.submission.evidence).toEqual({ [first]: entry });
      expect(form.evidence.of(first)).toMatchObject({ owner: 'Ada', link: 'https://EXAMPLE.com' });
    });

    it('leaves the submission as it was when its fields are empty', () => {
      expect(fill({ ...complete, [`owner.${first}`]: ' ' }).submission.evidence).toBeUndefined();
    });

    it.each([
      ['owner', 'x'.repeat(101), /^Question 2: enter an owner/],
      ['note', 'x'.repeat(1_001), /^Question 2: shorten the note/],
      ['link', 'example.com', /^Question 2: enter a web address that begins with https/],
      ['reviewOn', '2027-02-30', /^Question 2: enter a date/],
    ])('ties what is wrong with its %s to its field, and opens its part', (member, value, text) => {
      const field = `${member}.${second}`;
      const form = fill({ ...complete, [field]: value });
      expect(form.problems).toEqual([{ field, text: expect.stringMatching(text) as unknown }]);
      const view = assessmentView(form, 365).steps.flatMap((step) => step.questions);
      expect(view.filter(({ own }) => own.open).map(({ id }) => id)).toEqual([second]);
      expect(view.find(({ id }) => id === second)?.own).toMatchObject({ [member]: { value } });
    });

    it('says when it is too long as a whole, at its longest text', () => {
      const notes = questions
        .slice(0, 21)
        .map(({ id }, index): [string, string] => [`note.${id}`, 'x'.repeat(index === 7 ? 1_000 : 999)]);
      expect(fill({ ...complete, ...Object.fromEntries<string>(notes) }).problems).toEqual([
        {
          field: `note.${questions[7]?.id ?? ''}`,
          text: 'Shorten your evidence to 20,000 characters in all',
        },
      ]);
    });

    it('is that of the result when assessing again', () => {
      const evidence = { [first]: { owner: 'Ada', note: 'one\ntwo' } };
      const form = FilledForm.again({ mode: 'msp-self', answers: {}, evidence }, 'key-of-the-sheet', '');
      expect(form.submission.evidence).toEqual(evidence);
      expect(form.problems).toEqual([]);
    });
  });

  it('has no problem yet when it is empty', () => {
    expect(FilledForm.empty('client-on-behalf', 'key-of-the-sheet').problems).toEqual([]);
  });
});
