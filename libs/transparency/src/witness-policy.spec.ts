import { checkEd25519, ed25519Key } from '../spec/ed25519';
import { InvalidNote } from './invalid-note';
import { verifierKey } from './note-keys';
import { WitnessPolicy } from './witness-policy';

const keyOf = (name: string, seed: number, kind: 'note' | 'cosignature' = 'cosignature'): string =>
  verifierKey(ed25519Key(name, Buffer.alloc(32, seed)), kind);
const log = keyOf('example.com/log', 1, 'note');
const witnesses = ['x1', 'x2', 'x3', 'y1', 'y2'].map((name, place) => keyOf(`${name}.example`, place + 2));
const [x1 = '', x2 = ''] = witnesses;

/** The example of C2SP tlog-policy, with a witness less. */
const example = `# Two operators
log ${log} https://log.example
witness X1 ${witnesses[0] ?? ''} https://x1.example/
witness X2 ${witnesses[1] ?? ''}
\twitness  X3   ${witnesses[2] ?? ''}
group X-witnesses 2 X1 X2 X3

witness Y1 ${witnesses[3] ?? ''}
witness Y2 ${witnesses[4] ?? ''}
group Y-witnesses any Y1 Y2

group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`;
const parsed = (text: string): WitnessPolicy => WitnessPolicy.parse(text, checkEd25519);
/** Each witness with the time of its cosignature. */
const cosigned = (times: Readonly<Record<string, number>>): { name: string; time: number }[] =>
  Object.entries(times).map(([name, time]) => ({ name: `${name}.example`, time }));

describe('a policy (C2SP tlog-policy)', () => {
  it('has logs, witnesses and a quorum of groups', () => {
    const policy = parsed(example);
    expect(policy.logs.map(({ name }) => name)).toEqual(['example.com/log']);
    expect(policy.witnesses.map(({ verifier, url }) => [verifier.name, url])).toEqual([
      ['x1.example', 'https://x1.example/'],
      ...['x2', 'x3', 'y1', 'y2'].map((name) => [`${name}.example`, undefined]),
    ]);
    expect(policy.needsWitnesses).toBe(true);
    expect(policy.isSatisfiedBy(cosigned({ x1: 1, x2: 1, x3: 1 }))).toBe(false);
    expect(policy.isSatisfiedBy(cosigned({ x1: 1, y1: 1, y2: 1 }))).toBe(false);
    expect(policy.isSatisfiedBy(cosigned({ x1: 1, x3: 1, y2: 1 }))).toBe(true);
  });

  it('says when enough witnesses had cosigned', () => {
    const policy = parsed(example);
    expect(policy.witnessedAt(cosigned({ x1: 10, x3: 30, y2: 20 }))).toBe(30);
    expect(policy.witnessedAt(cosigned({ x1: 10, x2: 15, x3: 30, y2: 20, y1: 40 }))).toBe(20);
    expect(policy.witnessedAt(cosigned({ x1: 10, y2: 20 }))).toBeUndefined();
  });

  it('takes no earlier time from one of two witnesses that is stolen', () => {
    const policy = parsed(`witness a ${x1}\nwitness b ${x2}\ngroup both all a b\nquorum both`);
    expect(policy.witnessedAt(cosigned({ x1: 5, x2: 1000 }))).toBe(1000);
    expect(policy.isSatisfiedBy(cosigned({ x1: 5, other: 5 }))).toBe(false);
    expect(policy.isSatisfiedBy([...cosigned({ x1: 5 }), ...cosigned({ x1: 6 })])).toBe(false);
  });

  it('needs one witness, or none, if it says so', () => {
    const single = parsed(`witness a ${x1}\nquorum a`);
    expect(single.witnessedAt(cosigned({ x1: 7 }))).toBe(7);
    const open = parsed(`log ${log}\nquorum none`);
    expect([open.needsWitnesses, open.isSatisfiedBy([]), open.witnessedAt([])]).toEqual([
      false,
      true,
      undefined,
    ]);
  });

  it.each([
    ['no quorum', `witness a ${x1}`],
    ['two quorums', `witness a ${x1}\nquorum a\nquorum a`],
    ['a quorum of an unknown name', `witness a ${x1}\nquorum b`],
    ['a quorum before its witness', `quorum a\nwitness a ${x1}`],
    ['a name twice', `witness a ${x1}\nwitness a ${x2}\nquorum a`],
    ['the name none', `witness none ${x1}\nquorum none`],
    ['a key twice', `witness a ${x1}\nwitness b ${keyOf('other.example', 2)}\nquorum a`],
    ['a key name twice', `witness a ${x1}\nwitness b ${keyOf('x1.example', 9)}\nquorum a`],
    ['a log twice', `log ${log}\nlog ${keyOf('other', 1, 'note')}\nquorum none`],
    ['the key of a log as a witness', `witness a ${log}\nquorum a`],
    ['the key of a witness as a log', `log ${x1}\nquorum none`],
    ['a key with another id', `witness a ${x1.replace(/\+......../, '+00000000')}\nquorum a`],
    ['a member twice', `witness a ${x1}\ngroup g any a a\nquorum g`],
    ['a member of two groups', `witness a ${x1}\ngroup g any a\ngroup h any a\nquorum g`],
    ['an unknown member', `witness a ${x1}\ngroup g any a b\nquorum g`],
    ['a group without members', 'group g any\nquorum g'],
    ['a threshold of 0', `witness a ${x1}\ngroup g 0 a\nquorum g`],
    ['a threshold above its members', `witness a ${x1}\ngroup g 2 a\nquorum g`],
    ['a threshold with a zero in front', `witness a ${x1}\ngroup g 01 a\nquorum g`],
    ['a word too many', `witness a ${x1} https://a.example more\nquorum a`],
    ['an unknown line', `witness a ${x1}\nquorum a\nmirror a`],
  ])('is refused with %s', (_, text) => {
    expect(() => parsed(text)).toThrow(InvalidNote);
  });
});
