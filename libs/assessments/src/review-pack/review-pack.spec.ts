import { packOfText, type ReviewPack, textOfPack } from './review-pack';

const pack: ReviewPack = {
  client: {
    id: '2b9d6f40-8c1e-4f7a-9d35-5e0f1a2b3c4d',
    name: 'Zürich Café',
    reference: 'CW-1',
    domain: undefined,
  },
  result: {
    id: '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d',
    createdAt: new Date('2026-11-19T10:00:00.000Z'),
    mode: 'client-on-behalf',
    rubricVersion: '1.1.0',
    answers: { 'gov-ai-policy': 2 },
  },
  earlier: [
    {
      createdAt: new Date('2025-11-12T09:30:00.000Z'),
      overallScore: 58,
      tier: 'Developing',
      answers: undefined,
    },
  ],
  evidence: { 'gov-ai-policy': { owner: 'Ada', note: 'createdAt', reviewOn: '2027-03-31' } },
};

describe('a review pack', () => {
  it('is read as it was written', () => {
    expect(packOfText(textOfPack(pack))).toEqual(pack);
    expect(textOfPack(packOfText(textOfPack(pack)))).toBe(textOfPack(pack));
  });

  it('has another text when anything of it changes', () => {
    const { result } = pack;
    const other = { ...pack, result: { ...result, answers: { 'gov-ai-policy': 3 as const } } };
    expect(textOfPack(other)).not.toBe(textOfPack(pack));
  });
});
