-- Runs once, when the database container is new: Directus keeps its tables in a database of its own.
CREATE DATABASE directus OWNER poolkeeper;
