import { answersOf, submissionIn } from './submissions';

const questions = Array.from({ length: 40 }, (_, index) => `question-${index}`);

describe('the answers of a submission', () => {
  it.each([0, 1, 3, 4, 255, 123_456, 16_777_215])('encode its number, %d', (submission) => {
    const answers = answersOf(submission, questions);
    expect(Object.keys(answers)).toHaveLength(40);
    expect(Object.values(answers).every((answer) => [0, 1, 2, 3].includes(answer))).toBe(true);
    expect(submissionIn(Object.fromEntries(Object.entries(answers).toReversed()))).toBe(submission);
  });
});
