import { draftDifferences } from './draft-fields';

describe('the differences between a form and its draft', () => {
  const names = ['answers.a', 'answers.b', 'answers.c', 'notes'];

  it('are the fields with two values, and those that one of them lacks, in the order of the form', () => {
    const mine = { notes: 'mine', 'answers.b': '2', 'answers.a': '1' };
    const saved = { 'answers.a': '1', 'answers.b': '3', 'answers.c': '0' };
    expect(draftDifferences(names, { mine, saved })).toEqual([
      { name: 'answers.b', mine: '2', saved: '3' },
      { name: 'answers.c', mine: '', saved: '0' },
      { name: 'notes', mine: 'mine', saved: '' },
    ]);
  });

  it('leave out fields that the form does not have', () => {
    expect(draftDifferences(names, { mine: {}, saved: { 'answers.of-another-rubric': '3' } })).toEqual([]);
  });
});
