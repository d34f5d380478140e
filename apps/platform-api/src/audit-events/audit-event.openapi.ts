import { type ProblemDescription } from '@governance/http';
import { type AuditEvent } from '@governance/iam';

const requestId = '4b0c1d52-7f7e-4a3d-9a51-0f2d6c8e1b47';
const actor = {
  kind: 'person',
  issuer: 'https://identity.example.org',
  subject: 'usr_5f0c8f5e6f2a',
  clientId: 'console',
} as const;

/** The events in every example. */
export const exampleEvents: readonly AuditEvent[] = [
  {
    id: '0d2f6b7e-5c1a-4f4e-8d39-7a1b2c3d4e5f',
    createdAt: new Date('2026-11-20T12:00:00.000Z'),
    actor,
    operation: 'm2m-credentials:revoke',
    target: '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19',
    outcome: 'refused',
    reason: 'step_up_required',
    requestId,
    secondFactorAgeSeconds: 1_205,
  },
];

const filters = ['actor', 'operation', 'target', 'outcome', 'from', 'to'];

export const filterRefused: readonly ProblemDescription[] = [
  {
    kind: 'invalid',
    when: 'A condition is invalid.',
    texts: [
      'actor must have at most 255 characters, none of them a control character',
      'operation must be the name of a recorded operation',
      'target must have at most 128 characters, none of them a control character',
      'outcome must be done, refused or abandoned',
      'from must be an RFC 3339 timestamp',
      'to must be an RFC 3339 timestamp',
    ],
  },
  {
    kind: 'invalid',
    when: 'A condition is given twice.',
    texts: filters.map((name) => `${name} must be given once`),
  },
];
