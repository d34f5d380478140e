import { evidenceLimits } from '@governance/assessments';
import { type ApiPropertyOptions } from '@nestjs/swagger';

/** As `readEvidence` checks it. */
export const evidenceSchema: ApiPropertyOptions = {
  type: 'object',
  description: [
    `Question id to what you keep about its answer, for yourself and those to whom you hand your report: at most ${evidenceLimits.inAll} characters in all. Empty texts and entries count as absent; evidence for questions of the other mode has no effect.`,
    'It is stored encrypted, deleted with the address and notes, and shown only on the page of the result, in its CSV files and in its evidence report. No record, credential, certificate or mail contains it.',
  ].join(' '),
  additionalProperties: {
    type: 'object',
    properties: {
      owner: {
        type: 'string',
        maxLength: evidenceLimits.owner,
        description: 'Who is responsible for the evidence. One line.',
      },
      note: { type: 'string', maxLength: evidenceLimits.note, description: 'What there is. Plain text.' },
      link: {
        type: 'string',
        format: 'uri',
        maxLength: evidenceLimits.link,
        description:
          'Where it is: an https URL without a user name or password, stored in canonical form. We never open it.',
      },
      reviewOn: {
        type: 'string',
        format: 'date',
        description: 'When to look at it again, from 2000-01-01 to 2099-12-31.',
      },
    },
  },
};
