-- Runs once, as postgres, when the database container is new: the service and Directus have a role and a database each, and neither
-- may connect to that of the other. Each may create databases, which a restore needs. The passwords come from the environment.
\getenv database_password DATABASE_PASSWORD
\getenv directus_password DIRECTUS_PASSWORD
CREATE ROLE poolkeeper LOGIN CREATEDB PASSWORD :'database_password';
CREATE ROLE directus LOGIN CREATEDB PASSWORD :'directus_password';
CREATE DATABASE poolkeeper OWNER poolkeeper;
CREATE DATABASE directus OWNER directus;
REVOKE ALL ON DATABASE poolkeeper, directus FROM PUBLIC;
