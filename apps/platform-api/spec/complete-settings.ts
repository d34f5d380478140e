/** The required settings of the platform surface, as the environment has them. */
export const complete = {
  PUBLIC_BASE_URL: 'https://assess.example.org',
  PLATFORM_BASE_URL: 'https://api.example.org',
  OIDC_ISSUER: 'https://identity.example.org/',
  CLAIMS_NAMESPACE: 'https://governance.example.org/claims/',
  DATABASE_URL: 'postgres://platform:secret@db.example.org:5432/governance',
  KEYRING_FILE: '/run/secrets/keyring.json',
  IDENTITY_MANAGEMENT_TOKEN: '4f0c1a9be27d5836f10b4ce9a7d28350',
};

/** Those that a worker needs besides, to send mail. */
export const mail = {
  SMTP_URL: 'smtp://user:password@mail.example.org:587',
  MAIL_FROM: 'AI Governance <invitations@example.org>',
};
