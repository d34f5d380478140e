import { draft } from '../../../spec/one-draft';
import { postedSheet } from './campaign-sheet';
import { versionsView } from './versions-view';

const saved = {
  ...draft,
  version: 4,
  savedAt: new Date('2026-11-28T12:00:00Z'),
  fields: {
    rubricVersion: '1.1.0',
    'answers.gov-ai-policy': '3',
    'answers.inv-register': '1',
    notes: 'theirs',
  },
};

describe('the versions of a draft', () => {
  const posted = new URLSearchParams({
    'answers.gov-ai-policy': '1',
    'owner.gov-ai-policy': 'Ada',
    notes: 'theirs',
    organizationName: 'Globex',
  });
  const view = versionsView(postedSheet(saved, posted), saved);

  it('are the fields that differ, in words and in the order of the form', () => {
    expect(view.differences.map(({ name, choices }) => [name, ...choices.map(({ text }) => text)])).toEqual([
      ['answers.gov-ai-policy', 'Partial', 'Yes'],
      ['owner.gov-ai-policy', 'Ada', 'Empty'],
      ['answers.inv-register', 'Unanswered', 'Partial'],
      ['organizationName', 'Globex', 'Empty'],
    ]);
    expect(view.differences[0]?.label).toMatch(/^Question 2: Is there an approved AI policy/);
    expect(view.differences[1]?.label).toBe('Question 2, owner of the evidence');
  });

  it('have a first choice only where one side has nothing', () => {
    const chosen = view.differences.map(({ choices }) => choices.find((choice) => choice.chosen)?.value);
    expect(chosen).toEqual([undefined, 'Ada', '1', 'Globex']);
  });

  it('keep what does not differ', () => {
    expect(view.same).toEqual([
      { name: 'rubricVersion', value: '1.1.0' },
      { name: 'notes', value: 'theirs' },
    ]);
    expect(view.version).toBe(4);
  });
});
