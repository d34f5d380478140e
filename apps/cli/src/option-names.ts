/** Members of requests whose option has another name. */
const otherNames: Readonly<Record<string, string>> = {
  allowed_networks: '--network',
  capability: '--capability-file',
  client_secret: '--client-secret-file',
  conditions: '--claim',
  connection_id: '--connection',
  key_set: '--key-set-file',
  marketing_opt_in: '--marketing',
  new_public_key: '--public-key',
  overlap_seconds: '--overlap',
  permissions: '--permission',
  secret_valid_for_days: '--valid-for-days',
  service_identity_id: '--identity',
  submitterEmail: '--email',
};

/** A message of the service about members of the request, with the names of the options that the command has for them. */
export function withOptionNames(message: string, options: readonly (string | null | undefined)[]): string {
  // The member that a message is about comes first. Elsewhere, only a word with an underscore is certainly one.
  return message.replace(/^[a-zA-Z_]+|\b[a-z]+(?:_[a-z]+)+\b/g, (member) => {
    const option = otherNames[member] ?? `--${member.replaceAll('_', '-')}`;
    return options.includes(option) ? option : member;
  });
}
