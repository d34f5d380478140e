-- Run once, by the superuser, on an empty server (docs/operations.md, The database role): neither role is a superuser
-- nor bypasses row-level security, and neither can connect to the other's database.
\getenv governance_password GOVERNANCE_PASSWORD
\getenv identity_password IDENTITY_PASSWORD

CREATE ROLE governance LOGIN PASSWORD :'governance_password' NOSUPERUSER NOBYPASSRLS;
CREATE DATABASE governance OWNER governance;
REVOKE CONNECT ON DATABASE governance FROM PUBLIC;

CREATE ROLE identity LOGIN PASSWORD :'identity_password' NOSUPERUSER NOBYPASSRLS;
CREATE DATABASE identity OWNER identity;
REVOKE CONNECT ON DATABASE identity FROM PUBLIC;
