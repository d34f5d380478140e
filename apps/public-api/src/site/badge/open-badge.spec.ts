import { badgeSvg } from './badge-svg';
import { bakedBadge } from './open-badge';

const credential = 'eyJh.eyJi.c2ln-_';

describe('bakedBadge', () => {
  it('puts the credential directly after the start tag, once, and keeps the image', () => {
    const svg = badgeSvg('Ready · 91 of 100', 'Ready');
    const baked = bakedBadge(svg, credential);
    expect(baked).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" xmlns:openbadges="https:\/\/purl\.imsglobal\.org\/ob\/v3p0" [^>]+><openbadges:credential verify="eyJh\.eyJi\.c2ln-_"><\/openbadges:credential><title>/,
    );
    expect(baked.match(/<openbadges:/g)).toHaveLength(1);
    expect(baked.slice(baked.indexOf('<title>'))).toBe(svg.slice(svg.indexOf('<title>')));
  });

  it.each(['', 'a.b', 'a.b.c"', 'a.b.c>'])('refuses %j as a credential', (text) => {
    expect(() => bakedBadge(badgeSvg('x'), text)).toThrow('cannot carry');
  });
});
