import { dayMs, hourMs, type MissingRecord, proofAfterAnswer, type RecordAnswer } from './proof-after-answer';

const start = new Date('2026-11-20T12:00:00.000Z');
const present: MissingRecord = { missingSince: null, missingAnswers: 0 };

/** The verdict after answers, each at the time at which the check was due. */
function after(answers: readonly RecordAnswer[]): { readonly kind: string; readonly days: number } {
  let state: MissingRecord = present;
  let now = start;
  for (const answer of answers) {
    const proof = proofAfterAnswer(state, answer, now);
    if (proof.kind === 'lapsed') return { kind: 'lapsed', days: (now.getTime() - start.getTime()) / dayMs };
    [state, now] = [proof, proof.dueAt];
  }
  return { kind: 'kept', days: (now.getTime() - start.getTime()) / dayMs };
}

const times = (count: number, answer: RecordAnswer): RecordAnswer[] =>
  Array.from({ length: count }, () => answer);

describe('the proof of a domain', () => {
  it('is kept with the record, and checked again a day later', () => {
    expect(proofAfterAnswer({ missingSince: start, missingAnswers: 6 }, 'present', start)).toEqual({
      kind: 'kept',
      ...present,
      dueAt: new Date(start.getTime() + dayMs),
    });
  });

  it('is kept after a failed lookup, which changes nothing and is repeated an hour later', () => {
    for (const state of [present, { missingSince: start, missingAnswers: 6 }]) {
      expect(proofAfterAnswer(state, 'unknown', start)).toEqual({
        kind: 'kept',
        ...state,
        dueAt: new Date(start.getTime() + hourMs),
      });
    }
  });

  it('ends when daily answers lack the record for seven days', () => {
    expect(after(times(7, 'missing')).kind).toBe('kept');
    expect(after(times(8, 'missing'))).toEqual({ kind: 'lapsed', days: 7 });
  });

  it('never ends by failures alone, however long', () => {
    expect(after(times(10_000, 'unknown')).kind).toBe('kept');
    expect(after(['missing', ...times(10_000, 'unknown')]).kind).toBe('kept');
  });

  it('does not end before seven answers without the record, even after more than seven days', () => {
    const rare = ['missing', ...times(24 * 8, 'unknown'), 'missing'] as const;
    expect(after(rare).kind).toBe('kept');
    expect(after([...rare, ...times(5, 'missing')]).kind).toBe('lapsed');
  });

  it('starts anew when the record is back', () => {
    expect(after([...times(7, 'missing'), 'present', ...times(7, 'missing')]).kind).toBe('kept');
    expect(after([...times(7, 'missing'), 'present', ...times(8, 'missing')]).kind).toBe('lapsed');
  });

  it('is checked daily while the record is missing, and one answer at a time counts', () => {
    const twice = proofAfterAnswer(
      { missingSince: start, missingAnswers: 20 },
      'missing',
      new Date(start.getTime() + 7 * dayMs - 1),
    );
    expect(twice.kind).toBe('kept');
  });
});
