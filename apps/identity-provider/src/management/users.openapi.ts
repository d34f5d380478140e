import { passwordFlaws } from '../people/password-policy';
import {
  conflict,
  DescribeManagement,
  exampleMoment,
  notFound,
  refusedMembers,
  unknownMember,
} from './management.openapi';
import { email, flag, id, label, password, totpSecret } from './member-rules';
import { PutUserRequest, UserListResponse, UserResponse } from './user.dto';
import { PutPasswordRequest, PutTotpRequest } from './user-credentials.dto';

const tag = 'users';
const account = { email: 'admin@acme.example', emailVerified: true, name: 'Account admin' };
const example = { id: 'user_1', ...account, createdAt: exampleMoment };
const answer = { type: UserResponse, example: new UserResponse(example), description: 'The account.' };
const ofConnection = 'the account belongs to a connection';

export const DescribeFindUser = DescribeManagement({
  tag,
  operationId: 'findUser',
  summary: 'Find an account by its address',
  description: 'Finds only accounts with a password. Accounts of connections cannot be found by address.',
  answer: {
    type: UserListResponse,
    example: new UserListResponse(example),
    description: 'No account, or one.',
  },
  problems: [...refusedMembers({ email }), unknownMember],
});

export const DescribeGetUser = DescribeManagement({
  tag,
  operationId: 'getUser',
  summary: 'Show an account',
  path: { userId: id },
  answer,
  problems: [notFound],
});

export const DescribePutUser = DescribeManagement({
  tag,
  operationId: 'putUser',
  summary: 'Create or replace an account with a password',
  path: { userId: id },
  body: { type: PutUserRequest, example: account, members: { email, emailVerified: flag, name: label } },
  answer,
  problems: [
    conflict(
      'The address belongs to another account, or the account belongs to a connection.',
      'the address belongs to another account',
      ofConnection,
    ),
  ],
});

export const DescribePutPassword = DescribeManagement({
  tag,
  operationId: 'putPassword',
  summary: 'Set the password of an account',
  description: 'A new password ends the sessions of the user. The same password ends none.',
  path: { userId: id },
  body: {
    type: PutPasswordRequest,
    example: { password: 'correct horse battery staple' },
    members: { password },
  },
  problems: [
    {
      kind: 'invalid',
      when: 'The password is easy to guess.',
      texts: Object.values(passwordFlaws).map((flaw) => `password ${flaw}`),
    },
    notFound,
    conflict('The account belongs to a connection and has no password.', ofConnection),
  ],
});

export const DescribePutTotp = DescribeManagement({
  tag,
  operationId: 'putTotp',
  summary: 'Set the authenticator app of an account',
  path: { userId: id },
  body: {
    type: PutTotpRequest,
    example: { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' },
    members: { secret: totpSecret },
  },
  problems: [notFound],
});

export const DescribeDeletePasskeys = DescribeManagement({
  tag,
  operationId: 'deletePasskeys',
  summary: 'Remove all passkeys of an account',
  description: 'For a user who has lost them. Set an authenticator app first.',
  path: { userId: id },
  problems: [
    notFound,
    conflict('The user has no authenticator app.', 'the passkeys are the only second factor'),
  ],
});
