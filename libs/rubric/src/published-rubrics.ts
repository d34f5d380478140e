import v1 from './published/1.0.0.json';
import { RubricCatalogue } from './rubric-catalogue';

/**
 * The published versions with their pinned hashes. Append only: never change a file or hash. A change to the rubric is a new
 * version with its own file, hash and golden cases.
 */
export const publishedRubrics = new RubricCatalogue([
  {
    version: '1.0.0',
    sha256: '85e6aaf50953b263b40e39a8006c1ba0799a08c8faf413468b0abc204f5e1b2e',
    content: v1,
  },
]);
