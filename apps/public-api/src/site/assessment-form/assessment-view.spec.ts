import { publishedRubrics } from '@governance/rubric';
import { assessmentView } from './assessment-view';
import { FilledForm } from './filled-form';

describe('the form', () => {
  it.each(publishedRubrics.versions)(
    'has no note on questions that always apply, by rubric %s',
    (version) => {
      const form = new FilledForm(new URLSearchParams({ mode: 'msp-self', rubricVersion: version }));
      expect(form.rubric.version).toBe(version);
      const questions = assessmentView(form, 365).steps.flatMap((step) => step.questions);
      const notes = questions.map(({ otherwise }) => otherwise);
      expect(notes.filter((note) => note === '').length).toBeGreaterThan(10);
      expect(notes.filter((note) => /^Always \w+\.$/.test(note))).toEqual([]);
    },
  );

  it.each([
    [343, false],
    [344, true],
  ])('of a service that keeps addresses for %d days offers a reminder: %s', (days, offered) => {
    const view = assessmentView(FilledForm.empty('msp-self', 'key-of-the-sheet'), days);
    expect(view.reminder).toEqual({ offered, checked: false, error: '' });
  });
});
