/** The statement that the tree of an organization had these leaves at that time. */
export interface TreeHead {
  readonly orgId: string;
  readonly size: number;
  readonly root: Buffer;
  readonly at: Date;
}
