/** The `Message-ID` of a delivery: the same for every attempt, at the domain of the sender (spec 6). */
export function messageIdOf(deliveryId: string, from: string): string {
  return `<${deliveryId}@${domainOf(from)}>`;
}

/** The domain of `address` or `Name <address>`. Throws when there is none. */
function domainOf(from: string): string {
  const domain = /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1];
  if (domain === undefined) throw new Error('The sender of messages must be an email address.');
  return domain;
}
