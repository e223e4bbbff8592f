-- DROP TABLE mentioned;
DROP TABLE users;
