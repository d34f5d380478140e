/** What the DNS says about the record of a proven domain. `unknown`: the lookup failed. */
export type RecordAnswer = 'present' | 'missing' | 'unknown';

/** The answers without the record since the last one with it. */
export interface MissingRecord {
  /** Null: the last answer had the record. */
  readonly missingSince: Date | null;
  readonly missingAnswers: number;
}

/** `kept`: the domain stays proven, and is checked again at `dueAt`. */
export type ProofAfterAnswer =
  (MissingRecord & { readonly kind: 'kept'; readonly dueAt: Date }) | { readonly kind: 'lapsed' };

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
/** A proof ends when the record has been missing for so long, in at least as many answers. */
export const mostMissingDays = 7;

/**
 * The proof of a domain after a check. Only answers of the DNS count: a failed lookup is repeated and neither starts, continues
 * nor ends the days without the record.
 */
export function proofAfterAnswer(
  { missingSince, missingAnswers }: MissingRecord,
  answer: RecordAnswer,
  now: Date,
): ProofAfterAnswer {
  const later = (ms: number): Date => new Date(now.getTime() + ms);
  switch (answer) {
    case 'present':
      return { kind: 'kept', missingSince: null, missingAnswers: 0, dueAt: later(dayMs) };
    case 'unknown':
      return { kind: 'kept', missingSince, missingAnswers, dueAt: later(hourMs) };
    case 'missing': {
      const since = missingSince ?? now;
      const answers = missingAnswers + 1;
      const isOver = now.getTime() - since.getTime() >= mostMissingDays * dayMs && answers >= mostMissingDays;
      if (isOver) return { kind: 'lapsed' };
      return { kind: 'kept', missingSince: since, missingAnswers: answers, dueAt: later(dayMs) };
    }
  }
}
