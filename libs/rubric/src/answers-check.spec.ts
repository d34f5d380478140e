import { propertyRuns } from '@governance/testing';
import fc from 'fast-check';
import { InvalidAnswers } from './invalid-answers';
import { type Mode, modes } from './outcome';
import { publishedRubrics } from './published-rubrics';

const rubric = publishedRubrics.current;
const idsOf = (mode: Mode) =>
  rubric.questions.filter((question) => question.modes.includes(mode)).map(({ id }) => id);
const complete = (mode: Mode, answer: unknown = 2): Record<string, unknown> =>
  Object.fromEntries(idsOf(mode).map((id) => [id, answer]));

function refusal(raw: unknown, mode: Mode = 'msp-self'): string {
  try {
    rubric.checkAnswers(raw, mode);
  } catch (error) {
    if (error instanceof InvalidAnswers) return error.message;
    throw error;
  }
  throw new Error('the answers were accepted');
}

describe('checkAnswers', () => {
  it.each(modes)('returns a completed %s submission frozen, without prototype, in question order', (mode) => {
    const backwards = Object.fromEntries(Object.entries(complete(mode)).reverse());
    const answers = rubric.checkAnswers(backwards, mode);
    expect(Object.keys(answers)).toEqual(idsOf(mode));
    expect(Object.getPrototypeOf(answers)).toBeNull();
    expect(Object.isFrozen(answers)).toBe(true);
  });

  it('accepts a map without prototype', () => {
    const raw: unknown = Object.assign(Object.create(null), complete('msp-self'));
    expect(Object.values(rubric.checkAnswers(raw, 'msp-self'))).toHaveLength(40);
  });

  it('takes -0 for 0', () => {
    const answers = rubric.checkAnswers({ ...complete('msp-self'), 'gov-ai-policy': -0 }, 'msp-self');
    expect(Object.is(answers['gov-ai-policy'], 0)).toBe(true);
  });

  it('drops answers to questions of the other mode', () => {
    const both = { ...complete('msp-self'), ...complete('client-on-behalf') };
    expect(Object.keys(rubric.checkAnswers(both, 'msp-self'))).toEqual(idsOf('msp-self'));
    expect(Object.keys(rubric.checkAnswers(both, 'client-on-behalf'))).toEqual(idsOf('client-on-behalf'));
  });

  it('refuses a wrong value for a question of the other mode', () => {
    expect(refusal({ ...complete('msp-self'), 'sup-exit-handover': 4 })).toBe(
      'answers.sup-exit-handover must be an integer from 0 to 3',
    );
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', '{}'],
    ['a number', 3],
    ['an array', [3, 3]],
    ['an empty array', []],
    ['a map', new Map([['gov-ai-policy', 3]])],
    ['an instance of a class', new Date(0)],
    ['an object that inherits its answers', Object.create(complete('msp-self')) as unknown],
    ['a function', () => 3],
  ])('refuses %s as answers', (_, raw) => {
    expect(refusal(raw)).toBe('answers must be an object of question ids to integers from 0 to 3');
  });

  it('refuses no answers at all', () => {
    expect(refusal({})).toBe('answers must not be empty');
  });

  it.each([
    ['a text', '"2"'],
    ['a fraction', '1.5'],
    ['true', 'true'],
    ['false', 'false'],
    ['null', 'null'],
    ['too high a number', '4'],
    ['a negative number', '-1'],
    ['a huge number', '1e400'],
    ['an array', '[2]'],
    ['an object', '{"valueOf":2}'],
  ])('refuses %s as an answer and names the question', (_, json) => {
    const raw: unknown = JSON.parse(
      JSON.stringify(complete('msp-self')).replace('"gov-ai-policy":2', `"gov-ai-policy":${json}`),
    );
    expect(refusal(raw)).toBe('answers.gov-ai-policy must be an integer from 0 to 3');
  });

  it.each([
    ['NaN', Number.NaN],
    ['undefined', undefined],
    ['a bigint', 2n],
    ['a boxed number', Object(2) as unknown],
  ])('refuses %s as an answer', (_, value) => {
    expect(refusal({ ...complete('msp-self'), 'ops-learning': value })).toMatch(
      /^answers\.ops-learning must be/,
    );
  });

  it('names an unknown id of ordinary form', () => {
    expect(refusal({ ...complete('msp-self'), 'gov-ai-polcy': 2 })).toBe(
      'answers.gov-ai-polcy is not a question of rubric 1.1.0',
    );
  });

  it.each([
    '__proto__',
    'toString',
    'hasOwnProperty',
    '',
    '<b>',
    'a b',
    'é',
    'a\u0000',
    'gov-ai-policy\n',
    'x'.repeat(65),
  ])('refuses the unknown id %j without repeating it', (id) => {
    const raw: unknown = JSON.parse(
      `{${JSON.stringify(id)}:2,${JSON.stringify(complete('msp-self')).slice(1)}`,
    );
    expect(refusal(raw)).toBe('answers has a question id that rubric 1.1.0 does not have');
  });

  it.each(['constructor', 'prototype'])('treats %s as an ordinary unknown id', (id) => {
    expect(refusal({ ...complete('msp-self'), [id]: 2 })).toBe(
      `answers.${id} is not a question of rubric 1.1.0`,
    );
  });

  it('is polluted by no key', () => {
    refusal(JSON.parse('{"__proto__":{"gov-ai-policy":3},"constructor":{"prototype":{"gov-ai-policy":3}}}'));
    expect(({} as Record<string, unknown>)['gov-ai-policy']).toBeUndefined();
  });

  it.each(modes)('names all missing questions of mode %s in question order', (mode) => {
    const [first, second, third, ...others] = idsOf(mode);
    const raw = Object.fromEntries(others.map((id) => [id, 3]));
    expect(refusal(raw, mode)).toBe(
      `answers lacks questions of mode ${mode}: ${[first, second, third].join(', ')}`,
    );
  });

  it('does not accept an answer of the other mode for a missing one', () => {
    expect(refusal(complete('client-on-behalf'))).toBe(
      'answers lacks questions of mode msp-self: ' +
        'data-client-separation, sup-client-agreement, sup-client-evidence, ops-client-notification',
    );
  });

  it('reads no more answers of an oversized map than the rubric has questions', () => {
    let reads = 0;
    const flood = Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [`q-${index}`, 3]));
    const all = { ...complete('msp-self'), ...complete('client-on-behalf'), ...flood };
    const watched = new Proxy(all, {
      get: (target, id) => {
        reads += 1;
        return Reflect.get(target, id) as unknown;
      },
    });
    expect(refusal(watched)).toBe('answers.q-0 is not a question of rubric 1.1.0');
    expect(reads).toBe(rubric.questions.length);
  });

  it('refuses any other input with a short message', () => {
    const ids = fc.oneof(fc.constantFrom(...rubric.questions.map(({ id }) => id)), fc.string());
    const raw = fc.oneof(
      fc.anything(),
      fc.dictionary(ids, fc.oneof(fc.integer({ min: 0, max: 3 }), fc.anything())),
    );
    fc.assert(
      fc.property(raw, fc.constantFrom(...modes), (answers, mode) => {
        expect(refusal(answers, mode).length).toBeLessThan(1_200);
      }),
      { numRuns: propertyRuns },
    );
  });
});
