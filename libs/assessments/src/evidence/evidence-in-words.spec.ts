import { evidenceInWords } from './evidence-in-words';

describe('evidence in words', () => {
  const evidence = { policy: { owner: 'Ada', reviewOn: '2027-03-31' }, register: { note: 'first' } };

  it('has the review date as a reader writes it, and empty texts for what is absent', () => {
    const words = { owner: 'Ada', note: '', link: '', reviewOn: '31 March 2027' };
    expect(evidenceInWords(evidence, 'policy')).toEqual(words);
    expect(evidenceInWords(evidence, 'register')).toEqual({
      owner: '',
      note: 'first',
      link: '',
      reviewOn: '',
    });
  });

  it('is undefined for a question without evidence', () => {
    expect(evidenceInWords(evidence, 'training')).toBeUndefined();
  });
});
