import { type Tier } from './outcome';
import v1 from './published/1.0.0.json';
import { rubricDocument } from './rubric-document';
import { TierScale } from './tier-scale';

const scale = new TierScale(rubricDocument.parse(v1));

describe('the tiers of version 1.0.0', () => {
  it.each<[number, Tier]>([
    [0, 'Critical'],
    [39, 'Critical'],
    [40, 'Developing'],
    [59, 'Developing'],
    [60, 'Progressing'],
    [84, 'Progressing'],
    [85, 'Ready'],
    [100, 'Ready'],
  ])('map %d to %s § 3a', (overallScore, tier) => {
    expect(scale.tierOf(overallScore, true)).toBe(tier);
  });

  it.each<[number, Tier]>([
    [59, 'Developing'],
    [84, 'Progressing'],
    [85, 'Progressing'],
    [100, 'Progressing'],
  ])('map %d to %s when launch is refused § 3a', (overallScore, tier) => {
    expect(scale.tierOf(overallScore, false)).toBe(tier);
  });
});
