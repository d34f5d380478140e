import { tiers } from '@governance/rubric';
import { badgeSvg } from './badge-svg';

describe('badgeSvg', () => {
  it.each(tiers)('says what it is and what is on record, to those who do not see it too: %s', (tier) => {
    const svg = badgeSvg(`${tier} · 71 of 100 · not ready to launch`, tier);
    expect(svg).toContain(
      `<title>AI governance self-assessment: ${tier} · 71 of 100 · not ready to launch</title>`,
    );
    expect(svg).toMatch(/role="img" aria-label="AI governance self-assessment: /);
  });

  it('loads nothing, runs nothing and needs no style', () => {
    expect(badgeSvg('Ready', 'Ready')).not.toMatch(/href|<script|<style|style=|url\(|<image| on\w+=/);
  });

  it('grows with what it says', () => {
    const width = (svg: string): number => Number(/ width="(\d+)"/.exec(svg)?.[1]);
    expect(width(badgeSvg('no such certificate'))).toBeLessThan(
      width(badgeSvg('Progressing · 71 of 100 · not ready to launch')),
    );
  });
});
