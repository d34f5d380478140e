export interface SharedCertificate {
  readonly id: string;
  readonly createdAt: Date;
}

export interface ShareContext {
  readonly publicBaseUrl: string;
  /** The issuer as LinkedIn shows it. */
  readonly issuerName: string;
}

/** The date of renewal is advice, so LinkedIn gets no date of expiry. */
export function shareView({ id, createdAt }: SharedCertificate, { publicBaseUrl, issuerName }: ShareContext) {
  const base = new URL(publicBaseUrl).pathname.replace(/\/$/, '');
  const form = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: 'AI governance self-assessment',
    organizationName: issuerName,
    issueYear: String(createdAt.getUTCFullYear()),
    issueMonth: String(createdAt.getUTCMonth() + 1),
    certUrl: `${publicBaseUrl}/verify/${id}`,
    certId: id,
  });
  return {
    // LinkedIn's form "Add licence or certification", filled in.
    linkedInUrl: `https://www.linkedin.com/profile/add?${form.toString()}`,
    openBadgePath: `${base}/results/badge/${id}/open-badge.svg`,
    openBadgeCodePath: `${base}/results/badge/${id}/open-badge.jwt`,
  };
}
