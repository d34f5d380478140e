import { defineProblem, type ProblemDescription } from '@governance/http';

/** The exact error texts for refused answers. */
export const unusableAnswers: ProblemDescription = {
  kind: 'invalid',
  when: 'The answers are missing, incomplete, or do not belong to this rubric.',
  texts: {
    'answers must be an object of question ids to integers from 0 to 3': 'Send `answers`',
    'answers must not be empty': 'Answer every question of the mode',
    'answers lacks questions of mode msp-self: gov-ai-policy': 'Answer the listed questions',
    'answers.gov-ai-polic is not a question of rubric 1.1.0': 'Use the ids in that version’s rubric',
    'answers has a question id that rubric 1.1.0 does not have': 'Use the ids in that version’s rubric',
    'answers.gov-ai-policy must be an integer from 0 to 3': 'Send a number, not a string',
  },
};

export const unpublishedVersion = defineProblem({
  kind: 'invalid',
  text: 'rubricVersion is not a published version',
  when: 'Another member is invalid.',
  remedy: 'Send a published version, or none',
});

export const modeTexts: Readonly<Record<string, string>> = {
  'mode must be one of the following values: msp-self, client-on-behalf': 'Send one of them, or none',
};

export const versionTexts = {
  'rubricVersion must be a string': 'Send a string, or none',
  ...unpublishedVersion.texts,
};
