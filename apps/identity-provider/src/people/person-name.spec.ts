import { assertedName, passkeyNameIn, personNameIn } from './person-name';

describe('a typed name', () => {
  it('has one form', () => {
    expect(personNameIn(' Zu\u0308rich ')).toEqual({ name: 'Zürich' });
    expect(passkeyNameIn('🔑'.repeat(60))).toEqual({ name: '🔑'.repeat(60) });
  });

  it.each([undefined, 7, '', 'x'.repeat(101), 'a\u202eb', '\u3164'])('is refused in words: %j', (value) => {
    expect(personNameIn(value)).toEqual({
      problem: expect.stringMatching(/^Your name must have /) as string,
    });
  });
});

describe('a name that another provider asserts', () => {
  it.each([
    [' Ada\tLovelace ', 'Ada Lovelace'],
    ['Ada \u202eecalevoL\u2066', 'Ada ecalevoL'],
    ['\ud800Ada\u200b', 'Ada'],
    ['👩‍💻 علی\u200cرضا', '👩‍💻 علی\u200cرضا'],
    ['𝒜'.repeat(300), '𝒜'.repeat(200)],
  ])('is what a reader sees of %j', (asserted, name) => {
    expect(assertedName(asserted)).toBe(name);
  });

  it.each([undefined, 7, '', '\u3164', '\u2800', '\u202e'])(
    'is none when nothing is left of %j',
    (asserted) => {
      expect(assertedName(asserted)).toBeUndefined();
    },
  );
});
