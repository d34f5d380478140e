import { bodyNotAnObject, unreadableBody, describeOperation } from '@governance/http';
import { type PersonCaller } from '@governance/iam';
import { profileRefused } from './profile-problems';
import { ProfileResponse } from './profile.dto';
import { UpdateProfileRequest } from './update-profile.dto';

const person: PersonCaller = {
  kind: 'person',
  issuer: 'https://identity.example.org',
  subject: 'usr_5f0c8f5e6f2a',
  clientId: 'console',
  orgId: 'org_acme',
  scope: 'openid profile email',
  permissions: new Set(),
  email: 'viewer@example.com',
  emailVerified: true,
  name: 'Viewer',
  roles: ['viewer'],
  stepUp: { mfaAt: undefined, mfaMaxAge: undefined },
};

const whole = new ProfileResponse({
  person,
  profile: {
    displayName: 'Viewer of Acme',
    phoneNumber: '+41446681800',
    marketingOptIn: false,
    updatedAt: new Date('2026-11-20T12:00:00.000Z'),
  },
});

export const DescribeProfile = describeOperation({
  tag: 'identity',
  operationId: 'profile',
  summary: 'Get the caller’s profile',
  description: 'Only users have a profile. Address and name come from the access token.',
  ok: { description: 'The profile.', type: ProfileResponse, example: whole },
});

export const DescribeUpdateProfile = describeOperation({
  tag: 'identity',
  operationId: 'updateProfile',
  summary: 'Update the caller’s profile',
  description: 'Changes only the given members; `{}` changes nothing.',
  body: {
    type: UpdateProfileRequest,
    examples: {
      change: { summary: 'One member', value: { display_name: 'Viewer of Acme' } },
      clear: { summary: 'Clear a member', value: { phone_number: null } },
    },
  },
  ok: {
    description: 'The whole profile after the change.',
    type: ProfileResponse,
    example: whole,
  },
  problems: [...unreadableBody, bodyNotAnObject, ...profileRefused],
});
